import type { Identity, Profile, UserRow } from '@forgefold/core/domains/identity/user'
import { changeUser, registerUser, removeIdentity } from '@forgefold/core/domains/identity/user'
import { type Changes, given, type Rejection } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import type * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  type Decoded,
  integer,
  nullable,
  optional,
  type ParamSpecs,
  type Route,
  required,
  respondNoContent,
  respondText,
  route,
  string,
  withDefault,
} from '../../../../http/index.js'
import { avatar, avatarOf } from '../../avatar.js'
import { callerOf, emptiedByNull } from '../../path-ids.js'
import { presentUserForAdmin } from './presenter.js'
import { userShape } from './shape.js'
import { userStateRoutes } from './state-routes.js'

const AREA = 'Users'

const userId = required(integer(), 'The user')

const PREMIUM = { tier: 'premium' } as const

/** The parameters that creating and changing a user share. */
const common = {
  public_email: optional(nullable(string()), 'The address shown to all users'),
  commit_email: optional(
    nullable(string()),
    'The address put into commits; `_private` for the one that the instance makes',
  ),
  bio: optional(nullable(string()), 'About the user'),
  location: optional(nullable(string()), 'Where the user lives'),
  skype: optional(nullable(string()), 'Skype name'),
  linkedin: optional(nullable(string()), 'LinkedIn name'),
  twitter: optional(nullable(string()), 'Twitter name'),
  website_url: optional(nullable(string()), 'Website'),
  organization: optional(nullable(string()), 'Organization'),
  job_title: optional(nullable(string()), 'Job title'),
  pronouns: optional(nullable(string()), 'Pronouns'),
  note: optional(nullable(string()), 'What administrators note; only they see it'),
  admin: optional(boolean(), 'Whether the user is an administrator'),
  auditor: optional(boolean(), 'Whether the user is an auditor: reads everything, changes nothing', {
    tier: 'premium',
    ...lifespanOf('users.auditor'),
  }),
  external: optional(boolean(), 'Whether the user is external'),
  can_create_group: optional(boolean(), 'Whether the user may make groups at the top'),
  projects_limit: optional(integer(), 'How many projects of their own the user may have'),
  private_profile: optional(boolean(), 'Whether others see less of the profile'),
  shared_runners_minutes_limit: optional(nullable(integer()), 'Minutes of shared runners; not counted', PREMIUM),
  extra_shared_runners_minutes_limit: optional(nullable(integer()), 'Minutes besides; not counted', PREMIUM),
  theme_id: optional(integer(), 'How pages look: 1 to 11'),
  color_scheme_id: optional(integer(), 'The colours of code: 1 to 6'),
  view_diffs_file_by_file: optional(boolean(), 'Show one file of a diff at a time'),
  provider: optional(string(), 'Who vouches for the user elsewhere; with `extern_uid`'),
  extern_uid: optional(string(), 'Who the user is there'),
  avatar,
} satisfies ParamSpecs

type Common = Decoded<typeof common>

const identityOf = ({ provider, extern_uid: externUid }: Common): Identity | undefined =>
  provider === undefined || externUid === undefined ? undefined : { provider, externUid }

const personalOf = (params: Common): Changes<Omit<Profile, 'identities' | 'avatar' | 'preferences'>> => ({
  publicEmail: emptiedByNull(params.public_email),
  commitEmail: emptiedByNull(params.commit_email),
  bio: emptiedByNull(params.bio),
  location: emptiedByNull(params.location),
  skype: emptiedByNull(params.skype),
  linkedin: emptiedByNull(params.linkedin),
  twitter: emptiedByNull(params.twitter),
  websiteUrl: emptiedByNull(params.website_url),
  organization: emptiedByNull(params.organization),
  jobTitle: emptiedByNull(params.job_title),
  pronouns: emptiedByNull(params.pronouns),
  note: emptiedByNull(params.note),
})

const preferencesOf = (params: Common) => ({
  themeId: params.theme_id,
  colorSchemeId: params.color_scheme_id,
  viewDiffsFileByFile: params.view_diffs_file_by_file,
})

const rightsOf = (params: Common) => ({
  canCreateGroup: params.can_create_group,
  projectsLimit: params.projects_limit,
  privateProfile: params.private_profile,
  sharedRunnersMinutesLimit: params.shared_runners_minutes_limit,
  extraSharedRunnersMinutesLimit: params.extra_shared_runners_minutes_limit,
})

const answerUser = (
  { forge, principal }: Pick<Context, 'forge' | 'principal'>,
  result: E.Either<Rejection, UserRow>,
  status = 200,
): Answer => respondText((row: UserRow) => presentUserForAdmin(row, forge, principal), status)(result)

const create = route({
  method: 'POST',
  path: '/users',
  area: AREA,
  summary: 'Make a user',
  caller: 'admin',
  params: {
    email: required(string(), 'E-mail address'),
    name: required(string(), 'Name'),
    username: required(string(), 'User name'),
    password: optional(string(), 'Password'),
    reset_password: optional(boolean(), 'Let the user choose a password by e-mail'),
    force_random_password: optional(boolean(), 'Set a random password'),
    skip_confirmation: withDefault(boolean(), false, 'The e-mail address counts as confirmed'),
    ...common,
  },
  atLeastOne: ['password', 'reset_password', 'force_random_password'],
  allOrNone: [['extern_uid', 'provider']],
  success: { status: 201, schemaFor: userShape },
  handler: async (context, params) => {
    const { forge } = context
    const unknown = params.reset_password === true || params.force_random_password === true
    const { email, name, username } = params
    const identity = identityOf(params)
    const identities = identity === undefined ? [] : [identity]
    const result = await registerUser(forge, callerOf(context), {
      profile: { ...given<Profile>(personalOf(params)), email, name, username, identities },
      password: params.password ?? (unknown ? forge.secrets.token(32) : ''),
      admin: params.admin,
      auditor: params.auditor,
      external: params.external,
      confirmed: params.skip_confirmation || !forge.settings.current().send_user_confirmation_email,
      rights: rightsOf(params),
      preferences: preferencesOf(params),
      avatar: avatarOf(params.avatar),
    })
    return answerUser(context, result, 201)
  },
})

const change = route({
  method: 'PUT',
  path: '/users/:id',
  area: AREA,
  summary: 'Change a user',
  caller: 'admin',
  params: {
    id: userId,
    email: optional(string(), 'E-mail address'),
    name: optional(string(), 'Name'),
    username: optional(string(), 'User name'),
    password: optional(string(), 'Password'),
    skip_reconfirmation: withDefault(boolean(), false, 'The new e-mail address counts as confirmed'),
    ...common,
  },
  allOrNone: [['extern_uid', 'provider']],
  success: { status: 200, schemaFor: userShape },
  handler: async (context, params) => {
    const { id, email, name, username, password, admin, auditor, external } = params
    const result = await changeUser(context.forge, callerOf(context), {
      userId: id,
      profile: { ...personalOf(params), email, name, username },
      identity: identityOf(params),
      password,
      admin,
      auditor,
      external,
      rights: rightsOf(params),
      preferences: preferencesOf(params),
      avatar: avatarOf(params.avatar),
    })
    return answerUser(context, result)
  },
})

const removeOneIdentity = route({
  method: 'DELETE',
  path: '/users/:id/identities/:provider',
  area: AREA,
  summary: 'Take away who a user is elsewhere',
  caller: 'admin',
  params: { id: userId, provider: required(string(), 'Who vouched for the user') },
  success: { status: 204, description: 'Gone' },
  handler: async (context, { id, provider }) =>
    respondNoContent(await removeIdentity(context.forge, callerOf(context), { userId: id, provider })),
})

/** Administration of users. */
export const userAdministrationRoutes: ReadonlyArray<Route> = [create, change, removeOneIdentity, ...userStateRoutes]
