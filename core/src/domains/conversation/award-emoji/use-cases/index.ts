export * from './awardable.js'
export * from './awards.js'
