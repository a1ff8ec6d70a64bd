export * from './make.js'
export * from './one-branch.js'
export * from './protections.js'
