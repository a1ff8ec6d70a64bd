import type { Tier } from './access-level.js'
import { ACCESS, type AccessLevel } from './access-level.js'
import type { Feature } from './features.js'

/** Who has an ability in a project. */
export interface ProjectRule {
  /** The least role that has it. */
  readonly level: AccessLevel
  /** Who has it without a role in projects that are visible to them; undefined: no one. */
  readonly visitors?: 'anyone' | 'signed_in'
  /** The viewer needs access to all of these features. */
  readonly features?: ReadonlyArray<Feature>
  /** Not available where packages are switched off. */
  readonly packages?: true
  /** Without the role, members and visitors have it only where the project makes its jobs visible to them. */
  readonly jobs?: true
  /** Not available while the project is archived. */
  readonly writes?: true
  readonly tier?: Exclude<Tier, 'free'>
}

const { guest, reporter, developer, maintainer, owner } = ACCESS

const CODE = ['repository'] as const
const MERGE_REQUESTS = ['mergeRequests', 'repository'] as const
const BUILDS = ['repository', 'builds'] as const
const DEPLOYMENTS = ['repository', 'builds', 'operations'] as const

const PROJECT_RULES = {
  read_project: { level: guest, visitors: 'anyone' },
  read_project_member: { level: guest, visitors: 'signed_in' },
  admin_project: { level: maintainer },
  admin_project_member: { level: maintainer },
  archive_project: { level: owner },
  change_namespace: { level: owner },
  change_visibility_level: { level: owner },
  remove_project: { level: owner },
  fork_project: { level: reporter, visitors: 'signed_in', features: ['repository', 'forking'] },

  download_code: { level: reporter, visitors: 'anyone', features: CODE },
  read_project_audit_events: { level: maintainer },
  read_statistics: { level: reporter },
  read_release: { level: guest, visitors: 'anyone', features: CODE },
  push_code: { level: developer, features: CODE, writes: true },
  admin_protected_branch: { level: maintainer, features: CODE, writes: true },
  admin_protected_tag: { level: maintainer, features: CODE, writes: true },

  read_issue: { level: guest, visitors: 'anyone', features: ['issues'] },
  create_issue: { level: guest, visitors: 'signed_in', features: ['issues'], writes: true },
  admin_issue: { level: reporter, features: ['issues'], writes: true },
  read_label: { level: guest, visitors: 'anyone' },
  admin_label: { level: reporter, writes: true },
  read_milestone: { level: guest, visitors: 'anyone' },
  admin_milestone: { level: reporter, writes: true },
  create_note: { level: guest, visitors: 'signed_in', writes: true },
  award_emoji: { level: guest, visitors: 'signed_in', writes: true },

  read_merge_request: { level: reporter, visitors: 'anyone', features: MERGE_REQUESTS },
  create_merge_request_in: { level: reporter, visitors: 'signed_in', features: MERGE_REQUESTS, writes: true },
  create_merge_request_from: { level: developer, features: CODE, writes: true },
  update_merge_request: { level: developer, features: MERGE_REQUESTS, writes: true },
  admin_merge_request: { level: developer, features: MERGE_REQUESTS, writes: true },
  approve_merge_request: { level: developer, features: MERGE_REQUESTS, writes: true },
  destroy_merge_request: { level: owner, features: MERGE_REQUESTS, writes: true },

  read_pipeline: { level: reporter, visitors: 'anyone', features: BUILDS, jobs: true },
  create_pipeline: { level: developer, features: BUILDS, writes: true },
  update_pipeline: { level: developer, features: BUILDS, writes: true },
  destroy_pipeline: { level: owner, features: BUILDS },
  admin_ci_variables: { level: maintainer, features: BUILDS },
  run_jobs: { level: maintainer, features: BUILDS, writes: true },
  read_commit_status: { level: reporter, visitors: 'anyone', features: CODE },
  create_commit_status: { level: developer, features: CODE, writes: true },

  read_package: { level: reporter, visitors: 'anyone', features: CODE, packages: true },
  create_package: { level: developer, features: CODE, packages: true, writes: true },
  destroy_package: { level: maintainer, features: CODE, packages: true, writes: true },

  read_terraform_state: { level: developer, features: ['infrastructure'] },
  admin_terraform_state: { level: maintainer, features: ['infrastructure'], writes: true },

  read_freeze_period: { level: reporter },
  admin_freeze_period: { level: maintainer },

  read_resource_group: { level: developer, features: BUILDS },
  update_resource_group: { level: developer, features: BUILDS, writes: true },

  read_feature_flag: { level: developer, features: ['featureFlags'] },
  admin_feature_flag: { level: developer, features: ['featureFlags'], writes: true },

  read_environment: { level: reporter, visitors: 'anyone', features: DEPLOYMENTS },
  create_environment: { level: developer, features: DEPLOYMENTS, writes: true },
  update_environment: { level: developer, features: DEPLOYMENTS, writes: true },
  stop_environment: { level: developer, features: DEPLOYMENTS, writes: true },
  admin_environment: { level: maintainer, features: DEPLOYMENTS, writes: true },
  destroy_environment: { level: developer, features: DEPLOYMENTS, writes: true },
  read_deployment: { level: reporter, visitors: 'anyone', features: DEPLOYMENTS },
  create_deployment: { level: developer, features: DEPLOYMENTS, writes: true },
  update_deployment: { level: developer, features: DEPLOYMENTS, writes: true },
  destroy_deployment: { level: maintainer, features: DEPLOYMENTS, writes: true },
  admin_protected_environment: { level: maintainer, features: DEPLOYMENTS, writes: true },
} as const satisfies Readonly<Record<string, ProjectRule>>

/** An action in a project that the policy knows. */
export type ProjectAbility = keyof typeof PROJECT_RULES

/** The whole policy of projects as one table. */
export const projectRules: Readonly<Record<ProjectAbility, ProjectRule>> = PROJECT_RULES

/** Abilities that change nothing and show no settings: auditors have them in every project. */
export const READING_ABILITIES: ReadonlySet<string> = new Set(
  Object.keys(PROJECT_RULES).filter((ability) => ability.startsWith('read_') || ability === 'download_code'),
)

/** All abilities of the policy. */
export const PROJECT_ABILITIES = Object.keys(PROJECT_RULES) as ReadonlyArray<ProjectAbility>
