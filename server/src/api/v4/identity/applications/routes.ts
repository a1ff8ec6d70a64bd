import {
  listApplications,
  type OAuthApplicationRow,
  registerApplication,
} from '@forgefold/core/domains/identity/oauth-application'
import { deleteInstanceApplication } from '@forgefold/core/domains/identity/oauth-token'
import { badParameters } from '@forgefold/core/kernel'
import {
  boolean,
  integer,
  type Route,
  reject,
  required,
  respond,
  respondNoContent,
  route,
  string,
  wholeList,
  withDefault,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { arrayOf } from '../../shape.js'
import { applicationShape, newApplicationShape } from '../access-tokens/shape.js'

const area = 'Applications'

const present = (row: OAuthApplicationRow) => ({
  id: row.id,
  application_id: row.uid,
  application_name: row.name,
  callback_url: row.redirectUris.join('\n'),
  confidential: row.confidential,
})

const words = (text: string): ReadonlyArray<string> => text.split(/[\s,+]+/).filter((word) => word !== '')

const list = route({
  method: 'GET',
  path: '/applications',
  area,
  summary: 'List the OAuth applications of the instance',
  caller: 'admin',
  params: {},
  success: {
    status: 200,
    description: 'The applications, without their secrets',
    schemaFor: arrayOf(applicationShape),
  },
  handler: (context) => {
    const applications = listApplications(context.forge, context)
    return applications._tag === 'Left' ? applications : wholeList(applications.right, (rows) => rows.map(present))
  },
})

const create = route({
  method: 'POST',
  path: '/applications',
  area,
  summary: 'Register an OAuth application for the whole instance',
  caller: 'admin',
  params: {
    name: required(string(), 'What users see', { refusesBlank: true }),
    redirect_uri: required(string(), 'Where users are sent back to; several are separated by blanks or new lines', {
      refusesBlank: true,
    }),
    scopes: required(string(), 'What it may ask for, separated by blanks', { refusesBlank: true }),
    confidential: withDefault(boolean(), true, 'Whether it can keep a secret'),
  },
  success: {
    status: 201,
    description: 'The application with its secret, which is shown only now',
    schemaFor: newApplicationShape,
  },
  handler: async (context, params) => {
    const scopes = words(params.scopes)
    if (scopes.length === 0) return reject(badParameters('scopes is empty'))
    const made = await registerApplication(context.forge, callerOf(context), {
      name: params.name,
      redirectUris: params.redirect_uri.split(/\s+/).filter((uri) => uri !== ''),
      scopes,
      confidential: params.confidential,
      ownerId: null,
    })
    return respond(
      ({ application, secret }: { readonly application: OAuthApplicationRow; readonly secret: string }) => ({
        ...present(application),
        secret,
      }),
      201,
    )(made)
  },
})

const remove = route({
  method: 'DELETE',
  path: '/applications/:id',
  area,
  summary: 'Delete an OAuth application of the instance; its tokens are revoked',
  caller: 'admin',
  params: { id: required(integer(), 'The number of the application') },
  success: { status: 204, description: 'Gone' },
  handler: async (context, params) =>
    respondNoContent(await deleteInstanceApplication(context.forge, callerOf(context), params.id)),
})

/** OAuth applications of the instance, for administrators. */
export const applicationRoutes: ReadonlyArray<Route> = [list, create, remove]
