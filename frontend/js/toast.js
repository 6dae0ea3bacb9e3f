// A text with some of its words in bold. Loaded with the first toast.

import { html, render } from "../vendor/lit-html/lit-html.js";
import { fill } from "./text.js";

/**
 * Write it with its values in bold; the same as plain text.
 * @type {(into: HTMLElement, template: string, values: Values) => string}
 */
export const rich = (into, template, values) => {
  const parts = template.split(/%\((\w+)\)s/);
  render(parts.map((part, i) => (i % 2 ? html`<b>${values[part]}</b>` : part)), into);
  return fill(template, values);
};
