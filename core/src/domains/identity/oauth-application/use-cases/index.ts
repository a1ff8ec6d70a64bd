export * from './authenticate.js'
export * from './own.js'
export * from './register.js'
