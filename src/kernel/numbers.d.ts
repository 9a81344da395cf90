/** The number types of AssemblyScript, which compiles the kernel's sources to WebAssembly: numbers to TypeScript. */
declare type i32 = number;
declare type f64 = number;
