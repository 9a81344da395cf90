export function checkReferences(..._: unknown[]): {problems: {path:string;message:string}[]; warnings: {path:string;message:string}[]} { return { problems: [], warnings: [] }; }
