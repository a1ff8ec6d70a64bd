/** Search: projects, issues, merge requests, milestones, notes, users, files and commits by words, in a project, a group or everywhere. */
export * from './queries.js'
export * from './use-cases.js'
