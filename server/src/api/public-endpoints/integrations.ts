/** The integrations of a project, by the slugs of the public API. */
const SLUGS = [
  'apple-app-store',
  'asana',
  'assembla',
  'bamboo',
  'bugzilla',
  'buildkite',
  'campfire',
  'confluence',
  'custom-issue-tracker',
  'datadog',
  'discord',
  'drone-ci',
  'emails-on-push',
  'ewm',
  'external-wiki',
  'flowdock',
  'github',
  'google-play',
  'hangouts-chat',
  'harbor',
  'irker',
  'jenkins',
  'jira',
  'mattermost',
  'mattermost-slash-commands',
  'microsoft-teams',
  'mock-ci',
  'mock-monitoring',
  'packagist',
  'pipelines-email',
  'pivotaltracker',
  'prometheus',
  'pumble',
  'pushover',
  'redmine',
  'shimo',
  'slack',
  'slack-slash-commands',
  'squash-tm',
  'teamcity',
  'unify-circuit',
  'webex-teams',
  'youtrack',
  'zentao',
]

const COMMANDS = ['mattermost-slash-commands', 'slack-slash-commands']

/** Below the present path and that of releases before 14.4, which is still accepted. */
const below = (path: string, lifespan: string): string =>
  [
    `GET ${path}`,
    `GET PUT DELETE ${path}/:slug`,
    ...SLUGS.map((slug) => `GET PUT DELETE ${path}/${slug}`),
    ...COMMANDS.map((slug) => `POST ${path}/${slug}/trigger`),
  ]
    .map((line) => `${line}${lifespan}`)
    .join('\n')

/** Integrations of projects: each has an endpoint of its own, because their settings differ. */
export const INTEGRATIONS = `
${below('/projects/:id/integrations', ' since 14.4')}
${below('/projects/:id/services', '')}`
