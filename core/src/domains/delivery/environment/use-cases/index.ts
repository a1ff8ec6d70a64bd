export * from '../steps/ensure-environment.js'
export * from './find.js'
export * from './stop.js'
export * from './write.js'
