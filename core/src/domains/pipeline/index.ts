/** Pipelines and jobs: their statuses; how CI files call for them is the door of `ci`. */
export * from './status.js'
