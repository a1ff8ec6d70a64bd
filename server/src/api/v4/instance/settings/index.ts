/** The settings of the instance: `GET` and `PUT /application/settings`. */
export * from './presenter.js'
export * from './routes.js'
export * from './schema.js'
