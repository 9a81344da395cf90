/** Optional packages: imported on first use; the error for missing ones says how to install them. */
const INSTALL: Readonly<Record<string, string>> = {
  "@electric-sql/pglite": "@electric-sql/pglite@0.5.16",
  pg: "pg@8.23.1",
  "pg-copy-streams": "pg-copy-streams@7.0.0",
  "pg-boss": "pg-boss@10.4.2",
};

/** Thrown where optional packages are not installed; the message names them all and says what to do. */
export class MissingPackage extends Error {
  override readonly name = "MissingPackage";
}

/**
 * Imports optional packages by `loads`, functions by the packages' names; `what` names the feature that needs them, such
 * as `tollbook serve --data`.
 *
 * @throws MissingPackage that names every one that is missing
 */
export async function optionalPackages<T>(
  what: string,
  loads: { readonly [Name in keyof T]: () => Promise<T[Name]> },
): Promise<T> {
  const loaded: Partial<T> = {};
  const missing: string[] = [];
  for (const name of Object.keys(loads) as (keyof T & string)[]) {
    try {
      loaded[name] = await loads[name]();
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw error;
      missing.push(name);
    }
  }
  if (missing.length === 0) return loaded as T;
  const names = missing.join(", ").replace(/, ([^,]*)$/, " and $1");
  const install = missing.map((name) => INSTALL[name] ?? name).join(" ");
  throw new MissingPackage(`${what} needs ${names}: npm install ${install}`);
}
