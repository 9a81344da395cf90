/** What the functions of the public entries let their callers choose, as the compiler knows it. */
import ts from "typescript";

/** One type of options or requests, and the names of its fields. */
export interface PublicOptions {
  readonly type: string;
  readonly names: readonly string[];
}

/** Types by which a caller says how something is to be done; the others are data, which the tables of pages list. */
const CHOICES = /(?:Options|Request|Limits|Revision|Stream|Dialect|Mapping|^__type)$/;

/** Every such type that a function of the entries takes. */
export function publicOptions(program: ts.Program, entries: readonly string[]): PublicOptions[] {
  const checker = program.getTypeChecker();
  const found = new Map<string, PublicOptions>();
  for (const parameter of entries.flatMap((entry) => parametersOf(checker, program.getSourceFile(entry)))) {
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
    for (const own of type.isUnion() ? type.types : [type]) {
      const name = own.aliasSymbol?.name ?? own.symbol?.name ?? "";
      const file = own.symbol?.declarations?.[0]?.getSourceFile().fileName ?? "";
      if (!CHOICES.test(name) || !file.includes("/src/")) continue;
      const names = own
        .getProperties()
        .filter((property) => property.getJsDocTags().every((tag) => tag.name !== "internal"))
        .map((property) => property.name);
      if (names.length > 0) found.set(`${name} ${names.join()}`, { type: name, names });
    }
  }
  return [...found.values()];
}

function parametersOf(checker: ts.TypeChecker, entry: ts.SourceFile | undefined): ts.Symbol[] {
  const module = entry && checker.getSymbolAtLocation(entry);
  if (module === undefined) throw new Error("the entry is not in the program");
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const own = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    if (own.valueDeclaration === undefined) return [];
    return checker
      .getTypeOfSymbol(own)
      .getCallSignatures()
      .flatMap(({ parameters }) => parameters);
  });
}
