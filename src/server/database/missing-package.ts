/** Optional packages: imported on first use; the error for a missing one says how to install it. */
const INSTALL: Readonly<Record<string, string>> = {
  "@electric-sql/pglite": "@electric-sql/pglite@0.5.16",
  pg: "pg@8.23.1",
  "pg-copy-streams": "pg-copy-streams@7.0.0",
  "pg-boss": "pg-boss@10.4.2",
};

/** Thrown where an optional package is not installed; the message says what to do. */
export class MissingPackage extends Error {
  override readonly name = "MissingPackage";
}

/** Imports an optional package by `load`; `what` names the feature that needs it, such as `tollbook serve --data`. */
export async function optionalPackage<T>(name: string, what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new MissingPackage(`${what} needs ${name}: npm install ${INSTALL[name] ?? name}`);
  }
}
