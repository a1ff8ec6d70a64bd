/** The sources of imports. */
export const IMPORT_SOURCES = [
  'github',
  'bitbucket',
  'bitbucket_server',
  'service',
  'fogbugz',
  'git',
  'service_project',
  'gitea',
  'manifest',
  'phabricator',
] as const
