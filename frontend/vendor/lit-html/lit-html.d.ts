// The two functions of lit-html that the table uses, for `tsc --checkJs`. Ours, not lit's.

export function html(strings: TemplateStringsArray, ...values: unknown[]): unknown;
export function render(value: unknown, container: HTMLElement): unknown;
