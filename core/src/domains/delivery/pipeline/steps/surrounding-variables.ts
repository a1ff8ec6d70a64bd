import type { Forge } from '../../../../app/forge.js'
import type { Instant } from '../../../../kernel/index.js'
import type { Commit, Signature } from '../../../../ports/git-objects.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { gitTime } from '../../../projects/repository/signature.js'
import type { Variables } from '../ci/expression.js'
import { refSlug } from '../variables.js'

/** What a pipeline is created for. */
export interface PipelineSurroundings {
  readonly project: ProjectRow
  /** For whom it runs. */
  readonly userId: number | null
  readonly commit: Commit | undefined
  readonly isProtectedRef: boolean
}

const SITE = /^(https?):\/\/([^/:]+)(?::(\d+))?/

const serverVariables = ({ externalUrl, release, tier }: Forge['instance']): Variables => {
  const [, protocol = 'http', host = '', port = protocol === 'https' ? '443' : '80'] = SITE.exec(externalUrl) ?? []
  const [major = '', minor = ''] = release.split('.')
  return {
    CI_SERVER: 'yes',
    CI_SERVER_NAME: 'GitLab',
    CI_SERVER_URL: externalUrl,
    CI_SERVER_HOST: host,
    CI_SERVER_PORT: port,
    CI_SERVER_PROTOCOL: protocol,
    CI_SERVER_VERSION: tier === 'free' ? `${release}.0` : `${release}.0-ee`,
    CI_SERVER_VERSION_MAJOR: major,
    CI_SERVER_VERSION_MINOR: minor,
    CI_SERVER_VERSION_PATCH: '0',
    CI_API_V4_URL: `${externalUrl}/api/v4`,
  }
}

const DEFAULT_CONFIG = '.gitlab-ci.yml'

const projectVariables = (externalUrl: string, project: ProjectRow): Variables => ({
  CI_PROJECT_TITLE: project.name,
  CI_PROJECT_DESCRIPTION: project.description ?? '',
  CI_PROJECT_URL: `${externalUrl}/${project.fullPath}`,
  CI_PROJECT_PATH_SLUG: refSlug(project.fullPath),
  CI_PROJECT_NAMESPACE_ID: String(project.namespaceId),
  CI_PROJECT_ROOT_NAMESPACE: project.fullPath.split('/')[0] ?? '',
  CI_PROJECT_VISIBILITY: project.visibility,
  CI_CONFIG_PATH: project.ciConfigPath === null || project.ciConfigPath === '' ? DEFAULT_CONFIG : project.ciConfigPath,
})

/** The predefined variables of a user. */
export const userVariables = ({ read }: Forge, userId: number | null): Variables => {
  const user = userId === null ? undefined : read.users.byId(userId)
  return user === undefined
    ? {}
    : {
        GITLAB_USER_ID: String(user.id),
        GITLAB_USER_LOGIN: user.username,
        GITLAB_USER_NAME: user.name,
        GITLAB_USER_EMAIL: user.email,
      }
}

const signed = ({ name, email }: Signature): string => `${name} <${email}>`

/** A moment in whole seconds, as jobs see it. */
export const wholeSeconds = (at: Instant): string => at.replace(/\.\d+Z$/, 'Z')

/** The predefined variables of the server, the project, the user and the commit, for rules and for jobs. */
export const surroundingVariables = (forge: Forge, facts: PipelineSurroundings): Variables => ({
  ...serverVariables(forge.instance),
  ...projectVariables(forge.instance.externalUrl, facts.project),
  ...userVariables(forge, facts.userId),
  CI_COMMIT_REF_PROTECTED: String(facts.isProtectedRef),
  ...(facts.commit === undefined
    ? {}
    : {
        CI_COMMIT_AUTHOR: signed(facts.commit.author),
        CI_COMMIT_TIMESTAMP: gitTime(facts.commit.committer).replace('.000', ''),
      }),
})
