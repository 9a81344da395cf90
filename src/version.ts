/** The version of the engine, as package.json states it; recorded with every run. */
export const ENGINE_VERSION = "0.1.0";
