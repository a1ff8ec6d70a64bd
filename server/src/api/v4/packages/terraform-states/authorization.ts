import { authorizeTerraformStates } from '@forgefold/core/domains/packages/terraform-state'
import { BEFORE_FIRST_RELEASE } from '@forgefold/core/releases'
import { answer, type Route, required, string } from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'

export const area = 'Terraform states'
export const PATH = '/projects/:id/terraform/state/:name'

/** An answer without a body. */
export const done = answer({ status: 200 })

type Before = NonNullable<Route['before']>

const authorizing =
  (ability: 'read_terraform_state' | 'admin_terraform_state'): Before =>
  ({ forge, principal }, given) =>
    authorizeTerraformStates(forge, { principal }, { project: given['id'] ?? '', ability })

/** Terraform sends its token as the password of Basic credentials, and so do jobs. */
const entered = { caller: 'user', jobToken: BEFORE_FIRST_RELEASE, takesBasic: true } as const satisfies Partial<Route>
/** The authorisation of routes that read a state: for developers. */
export const forReading = { ...entered, before: authorizing('read_terraform_state') } as const
/** The same for changing one: for maintainers. */
export const forChanging = { ...entered, before: authorizing('admin_terraform_state') } as const

/** The path parameters of a state. */
export const at = { id: projectId, name: required(string(), 'The name of the state') }
