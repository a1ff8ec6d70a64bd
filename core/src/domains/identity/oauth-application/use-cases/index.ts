export * from './authenticate.js'
export * from './register.js'
