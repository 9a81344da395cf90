/**
 * Public interface of the databases: PostgreSQL in the process or apart, behind one interface. Knows no table but its
 * migrations.
 */
export { migrate, NewerDatabase } from "./migrate.ts";
export { MissingPackage, optionalPackages } from "./missing-package.ts";
export { openPglite } from "./pglite.ts";
export { openPostgres } from "./postgres.ts";
export { type Database, isAway, type Sql, type SqlValue, sqlState } from "./sql.ts";
