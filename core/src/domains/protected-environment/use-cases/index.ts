export * from './protect.js'
