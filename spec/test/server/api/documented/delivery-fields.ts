import type { Fields } from './fields.js'

/** Documented fields of users, deployments, packages and tokens, as names and types. */
export const USER: Fields = {
  id: 'integer',
  name: 'text',
  username: 'text',
  state: 'text',
  avatar_url: 'text?',
  web_url: 'text',
}

const COMMIT: Fields = {
  id: 'text',
  short_id: 'text',
  title: 'text',
  author_name: 'text',
  author_email: 'text',
  created_at: 'moment',
  message: 'text',
}

const DEPLOYER: Fields = {
  ...USER,
  created_at: 'moment',
  bio: 'text?',
  location: 'text?',
  public_email: 'text?',
  skype: 'text?',
  linkedin: 'text?',
  twitter: 'text?',
  website_url: 'text?',
  organization: 'text?',
}

const DEPLOYABLE: Fields = {
  id: 'integer',
  status: 'text',
  stage: 'text',
  name: 'text',
  ref: 'text',
  tag: 'flag',
  coverage: 'anything',
  created_at: 'moment',
  started_at: 'moment?',
  finished_at: 'moment?',
  user: DEPLOYER,
  commit: COMMIT,
  pipeline: {
    id: 'integer',
    ref: 'text',
    sha: 'text',
    status: 'text',
    created_at: 'moment',
    updated_at: 'moment',
    web_url: 'text',
  },
  runner: 'object?',
}

/** As it is answered when it is made or changed: without the time of its last change. */
export const MADE_DEPLOYMENT: Fields = {
  id: 'integer',
  iid: 'integer',
  ref: 'text',
  sha: 'text',
  created_at: 'moment',
  status: 'text',
  user: USER,
  environment: { id: 'integer', name: 'text', external_url: 'text?' },
  'deployable?': DEPLOYABLE,
}

export const LISTED_DEPLOYMENT: Fields = { ...MADE_DEPLOYMENT, updated_at: 'moment' }

export const APPROVAL: Fields = { user: USER, status: 'text', created_at: 'moment', comment: 'text?' }

/** What the paid tiers add to one deployment. */
export const APPROVED: Fields = { pending_approval_count: 'integer', approvals: [APPROVAL] }

export const APPROVAL_SUMMARY: Fields = {
  approval_summary: {
    rules: [
      {
        user_id: 'integer?',
        group_id: 'integer?',
        access_level: 'integer?',
        access_level_description: 'text',
        required_approvals: 'integer',
        deployment_approvals: [APPROVAL],
      },
    ],
  },
}

const PACKAGE_PIPELINE: Fields = {
  id: 'integer',
  status: 'text',
  ref: 'text',
  sha: 'text',
  web_url: 'text',
  created_at: 'moment',
  updated_at: 'moment',
  user: { name: 'text', avatar_url: 'text?' },
}

export const PACKAGE: Fields = {
  id: 'integer',
  name: 'text',
  version: 'text',
  package_type: 'text',
  created_at: 'moment',
  _links: { web_path: 'text', delete_api_path: 'text' },
}

export const BUILT: Fields = { pipelines: [PACKAGE_PIPELINE] }

export const VERSIONS: Fields = {
  versions: [{ id: 'integer', version: 'text', created_at: 'moment', ...BUILT }],
}

export const PACKAGE_FILE: Fields = {
  id: 'integer',
  package_id: 'integer',
  created_at: 'moment',
  file_name: 'text',
  size: 'integer',
  file_md5: 'text',
  file_sha1: 'text',
  file_sha256: 'text',
}

/** Granted for a password: no refresh token, no time; `expires_in` where it ends. */
export const PASSWORD_GRANT: Fields = { access_token: 'text', token_type: 'text' }

export const TOKEN_INFO: Fields = {
  resource_owner_id: 'integer',
  scope: 'list',
  expires_in: 'anything',
  application: { uid: 'text?' },
  created_at: 'integer',
  scopes: 'list',
  expires_in_seconds: 'anything',
}
