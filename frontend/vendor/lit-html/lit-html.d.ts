// What the table and races use of lit-html, for `tsc --checkJs`. Ours, not lit's.

export function html(strings: TemplateStringsArray, ...values: unknown[]): unknown;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): unknown;
export function render(value: unknown, container: HTMLElement): unknown;
export const nothing: unknown;
