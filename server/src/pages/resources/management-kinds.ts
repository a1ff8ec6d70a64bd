import type { Kind, Listed } from './kind.js'
import { LABELS, MEMBERS, PROJECTS, project, VARIABLES } from './lists.js'

const pageOf = (noun: string, folder: string, ...lists: ReadonlyArray<Listed>): Kind => ({
  noun,
  pattern: new RegExp(`^${folder}$`),
  of: 'project',
  lists,
})

const list = (title: string, path: string, name: string, facts: string): Listed => ({
  title,
  path: (place) => `${project(place)}/${path}?per_page=20`,
  name,
  facts,
})

const RELEASES = list('Releases', 'releases', 'name', 'tag_name released_at')

/** What members and maintainers of a project look after. */
export const MANAGEMENT_KINDS: ReadonlyArray<Kind> = [
  pageOf('Labels', 'labels', LABELS),
  pageOf('Members', 'project_members', MEMBERS),
  pageOf('Releases', 'releases', {
    ...RELEASES,
    page: ({ owner }, { tag_name }) => `/${owner}/-/releases/${tag_name}`,
  }),
  pageOf('Forks', 'forks', { ...PROJECTS, path: (place) => `${project(place)}/forks?per_page=20` }),
  pageOf('Starrers', 'starrers', list('Starrers', 'starrers', 'user', 'starred_since')),
  pageOf('Schedules', 'pipeline_schedules', list('Schedules', 'pipeline_schedules', 'description', 'ref cron active')),
  pageOf('Feature flags', 'feature_flags', list('Feature flags', 'feature_flags', 'name', 'description active')),
  pageOf('Webhooks', 'hooks', list('Webhooks', 'hooks', 'url', 'push_events created_at')),
  pageOf('Variables', 'settings/ci_cd', VARIABLES),
  pageOf(
    'Repository settings',
    'settings/repository',
    list('Protected branches', 'protected_branches', 'name', 'allow_force_push code_owner_approval_required'),
    list('Protected tags', 'protected_tags', 'name', 'create_access_levels'),
    list('Deploy keys', 'deploy_keys', 'title', 'can_push created_at'),
    list('Deploy tokens', 'deploy_tokens', 'name', 'username scopes expires_at'),
  ),
  pageOf(
    'Access tokens',
    'settings/access_tokens',
    list('Access tokens', 'access_tokens', 'name', 'scopes expires_at'),
  ),
]
