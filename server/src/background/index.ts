/** Background jobs: reactors and scheduled work, run by one server at a time. Started by the composition. */
export * from './daily-schedule.js'
export * from './leader.js'
export * from './parked-events.js'
export * from './reactor-activity.js'
export * from './repository-checks.js'
