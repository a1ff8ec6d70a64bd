export * from './protections.js'
