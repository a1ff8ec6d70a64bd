import { arrayOf, type Fields, instant, integer, maybe, record, type Shape, text } from '../../shape.js'
import { listedDeploymentShape } from '../deployments/shape.js'

const basicFields: Fields = { id: integer, name: text, slug: text, external_url: maybe(text) }

const environmentFields: Fields = {
  ...basicFields,
  state: text,
  tier: text,
  created_at: instant,
  updated_at: instant,
}

/** An environment in a list (docs/reference/behaviour/delivery.md#environments). */
export const environmentShape: Shape = record('Environment', environmentFields)

/** An environment by itself, with its last successful deployment. */
export const wholeEnvironmentShape: Shape = record('WholeEnvironment', {
  ...environmentFields,
  last_deployment: maybe(listedDeploymentShape),
})

const basicEnvironments: Shape = arrayOf(record('BasicEnvironment', basicFields))

/** Review apps that are to be deleted, and those that cannot be (docs/reference/behaviour/delivery.md#environments). */
export const reviewAppsShape: Shape = record('ReviewAppsToDelete', {
  scheduled_entries: basicEnvironments,
  unprocessable_entries: basicEnvironments,
})
