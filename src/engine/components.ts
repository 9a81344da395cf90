export { COMPONENTS, type Component } from "../model/index.ts";
