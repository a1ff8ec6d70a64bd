import { BEFORE_THE_DIAL } from '../release.js'
import { items } from '../release-item.js'

/** Rows of the schedule about endpoints that Forgefold does not serve (contract 3, Versioning). */
export const elsewhereItems = items({
  'external_status_checks.pass_by_default': {
    kind: 'rule', area: 'Other endpoints', name: 'external status checks pass without the word passed', deprecated: '14.8', until: '15.0',
    replacedBy: 'status=passed', served: false,
    before: 'a missing or any status passes; lists say approved',
    after: 'only passed passes, a missing status is 422, anything else fails; lists say passed',
  },
  'license_compliance.approval_names': {
    kind: 'value', area: 'Other endpoints', name: 'approved, blacklisted', deprecated: '14.6', until: '15.0', replacedBy: 'allowed, denied', served: false,
    before: 'taken and answered', after: 'only allowed and denied',
  },
  'iterations.started': {
    kind: 'value', area: 'Other endpoints', name: 'started', deprecated: '14.8', until: '15.0', replacedBy: 'current', served: false,
    before: 'names the iteration under way', after: 'only current',
  },
  'notes.confidential_toggle': {
    kind: 'rule', area: 'Other endpoints', name: 'changing whether a note is confidential (REST and GraphQL)', deprecated: '14.10', until: '16.0', served: false,
    before: 'may be changed later', after: 'fixed when the note is written',
  },
  'runners.active': {
    kind: 'field', area: 'Runners', name: 'active (REST and GraphQL)', deprecated: '14.8', until: '16.0', replacedBy: 'paused, the other way round', served: false,
    before: 'active and paused are both answered', after: 'paused alone',
  },
  'runners.status_filter': {
    kind: 'value', area: 'Runners', name: 'status=paused, status=active', deprecated: '14.8', until: '16.0', replacedBy: 'paused=true or paused=false', served: false,
    before: 'filters the list', after: 'refused; a status is online, offline or not_connected',
  },
  'runners.status_paused_or_active': {
    kind: 'value', area: 'Runners', name: 'status answered as paused or active', deprecated: '14.5', until: '16.0', replacedBy: 'paused', served: false,
    before: 'a status may read paused or active', after: 'online, offline or not_connected',
  },
  'runners.maintainer_note': {
    kind: 'parameter', area: 'Runners', name: 'maintainer_note (POST /runners)', deprecated: '15.1', until: '16.0', replacedBy: 'maintenance_note', served: false,
    before: 'either name, not both', after: 'maintenance_note alone',
  },
  'runners.job_age': {
    kind: 'parameter', area: 'Runners', name: 'job_age (job request)', deprecated: '15.2', until: '16.0', served: false,
    before: 'there', after: 'gone',
  },
  'runners.group_project_type': {
    kind: 'value', area: 'Runners', name: 'GET /groups/:id/runners?type=project_type', deprecated: BEFORE_THE_DIAL, until: '16.0', served: false,
    before: 'always an empty list', after: 'refused',
  },
})

/** Rows of the schedule about GraphQL, which Forgefold does not serve (contract 3, Versioning). */
export const graphqlItems = items({
  'graphql.id_arguments': {
    kind: 'graphql', area: 'GraphQL', name: 'arguments typed ID where a specific type exists', deprecated: '14.8', until: '15.0',
    replacedBy: 'the specific ID types', served: false, before: 'ID is taken', after: 'the query fails validation',
  },
  'graphql.instance_statistics_measurements': {
    kind: 'graphql', area: 'GraphQL', name: 'instanceStatisticsMeasurements', deprecated: '14.8', until: '15.0',
    replacedBy: 'usageTrendsMeasurements', served: false, before: 'answered', after: 'unknown',
  },
  'graphql.package_type_version': {
    kind: 'graphql', area: 'GraphQL', name: 'PackageType.version', deprecated: '14.5', until: '15.0',
    replacedBy: 'the package details type', served: false, before: 'answered', after: 'unknown',
  },
  'graphql.versions_pipelines': {
    kind: 'graphql', area: 'GraphQL', name: 'versions.pipelines', deprecated: '14.5', until: '15.0',
    replacedBy: 'the pipelines of one version', served: false, before: 'answered', after: 'unknown',
  },
  'graphql.default_merge_message_with_description': {
    kind: 'graphql', area: 'GraphQL', name: 'defaultMergeCommitMessageWithDescription', deprecated: '14.5', until: '15.0',
    replacedBy: 'defaultMergeCommitMessage', served: false, before: 'answered', after: 'unknown',
  },
  'graphql.api_fuzzing_create': {
    kind: 'graphql', area: 'GraphQL', name: 'apiFuzzingCiConfigurationCreate', deprecated: '14.6', until: '15.0', served: false,
    before: 'a mutation', after: 'unknown',
  },
  'graphql.project_fingerprint': {
    kind: 'graphql', area: 'GraphQL', name: 'PipelineSecurityReportFinding.projectFingerprint', deprecated: '14.8', planned: '15.0', until: '16.0',
    replacedBy: 'uuid', served: false, before: 'answered', after: 'unknown; the schedule names 15.0 first and 16.0 later',
  },
  'graphql.package_settings_permissions': {
    kind: 'graphql', area: 'GraphQL', name: 'package settings changed by guests, reporters and developers', deprecated: '14.9', until: '15.0',
    replacedBy: 'maintainers and above', served: false, before: 'allowed', after: 'refused',
  },
  'graphql.finding_name': {
    kind: 'graphql', area: 'GraphQL', name: 'PipelineSecurityReportFinding.name', deprecated: '15.1', until: '16.0',
    replacedBy: 'title', served: false, before: 'the same as title', after: 'unknown',
  },
  'graphql.security_report_findings': {
    kind: 'graphql', area: 'GraphQL', name: 'project.pipeline.securityReportFindings', deprecated: '15.1', until: '16.0',
    replacedBy: 'project.pipeline.vulnerabilities', served: false, before: 'answered', after: 'unknown',
  },
  'graphql.ci_cd_settings_update': {
    kind: 'graphql', area: 'GraphQL', name: 'CiCdSettingsUpdate', deprecated: '15.0', until: '16.0',
    replacedBy: 'ProjectCiCdSettingsUpdate', served: false, before: 'both mutations', after: 'the new name alone',
  },
  'graphql.iterations': {
    kind: 'graphql', area: 'GraphQL', name: 'iterationCreate, iterationDelete; updateIteration with title, dueDate, startDate',
    deprecated: '14.10', until: '16.0', replacedBy: 'iteration cadences', served: false,
    before: 'work', after: 'unknown; only a description can be changed',
  },
  'graphql.runner_legacy_mode': {
    kind: 'graphql', area: 'GraphQL', name: 'legacyMode of a runner status', deprecated: '15.0', planned: '16.0', until: '17.0', served: false,
    before: 'chooses the old words', after: 'without effect in 16.0, unknown in 17.0',
  },
})
