/** The kernel as WebAssembly, in base64: `wasm.js` is made of the sources by scripts/kernel-wasm.mjs. */
export declare const KERNEL_WASM: string;
