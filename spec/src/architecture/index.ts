/** The architecture check: arrows, contexts, circles, purity, names, sizes, documents and citations. */
export * from './finding.js'
export * from './rulebook.js'
export { SHORT_FILE_EXCEPTIONS } from './rules/names.js'
export { redrawn } from './rules/picture.js'
export * from './workspace.js'
