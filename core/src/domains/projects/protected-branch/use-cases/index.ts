export * from './make.js'
export * from './protections.js'
