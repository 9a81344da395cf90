/** A path within a dialect as text: `columns[3]`, `callTypes.S.set`, `fields["Call Cause"]`. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (typeof part === "number") text += `[${part}]`;
    else if (!/^\w+$/.test(String(part))) text += `[${JSON.stringify(String(part))}]`;
    else text += text === "" ? String(part) : `.${String(part)}`;
  }
  return text;
}
