export * from './push-pipelines.js'
