/** Background jobs: reactors and what is done by the clock, run by one server at a time. Started by the composition. */
export * from './daily-schedule.js'
export * from './leader.js'
export * from './parked-events.js'
export * from './reactor-activity.js'
export * from './repository-checks.js'
