import {
  choice,
  coerced,
  count,
  flag,
  optionalCount,
  optionalTexts,
  optionalWord,
  premium,
  text,
  texts,
  word,
} from './builders.js'
import { IMPORT_SOURCES } from './import-sources.js'

const VISIBILITY = ['private', 'internal', 'public'] as const

/** Groups and projects: visibility, creation, defaults and deletion. */
export const projects = {
  default_group_visibility: word(VISIBILITY, 'The visibility of a new group that names none.'),
  default_project_visibility: word(VISIBILITY, 'The visibility of a new project that names none.'),
  default_snippet_visibility: word(VISIBILITY, 'The visibility of a new snippet that names none.'),
  restricted_visibility_levels: optionalTexts('Visibilities that only administrators may choose.', {
    words: VISIBILITY,
  }),
  default_branch_name: text('The first branch of a new repository; null means main.', coerced, {
    maxLength: 255,
    check: 'branch name',
  }),
  default_branch_protection: choice(
    [0, 1, 2],
    'How the default branch of a new project is protected: 0 not, 1 partially, 2 fully.',
  ),
  default_project_creation: choice(
    [0, 1, 2],
    'Who may make projects in a new group: 0 no one, 1 maintainers, 2 developers too.',
  ),
  default_projects_limit: count('How many projects of their own a new user may make.', {
    min: 0,
    unit: 'projects',
  }),
  default_ci_config_path: text('Where the CI file of a new project lies.', { maxLength: 255, check: 'CI file path' }),
  project_export_enabled: flag('Projects may be exported.'),
  import_sources: texts('Where projects may be imported from.', { words: IMPORT_SOURCES }),
  enabled_git_access_protocol: optionalWord(
    ['ssh', 'http'] as const,
    'The only protocol that Git may use; null allows both.',
  ),
  file_template_project_id: optionalCount('The project whose files serve as templates.', premium, {
    above: 0,
    unit: 'project id',
  }),
  delayed_project_deletion: flag('In a new group, projects are deleted after a delay.', premium, coerced),
  delayed_group_deletion: flag('Groups are deleted after a delay.', premium, coerced),
  deletion_adjourned_period: count(
    'How long a deletion is put off; up to 15.0 0 deletes at once, from 15.1 on it ends delayed deletion and is kept as 1.',
    premium,
    coerced,
    { lowest: 0, max: 90, unit: 'days' },
  ),
  delete_inactive_projects: flag('Inactive projects are deleted.', coerced),
  inactive_projects_delete_after_months: count('How long a project may lie unused before it is deleted.', coerced, {
    above: 0,
    unit: 'months',
  }),
  inactive_projects_min_size_mb: count('Projects below this size are left alone.', coerced, { min: 0, unit: 'MB' }),
  inactive_projects_send_warning_email_after_months: count('How long before its maintainers are warned.', coerced, {
    above: 0,
    unit: 'months',
  }),
  check_namespace_plan: flag('Paid features of a namespace follow its plan.', premium, coerced),
  enforce_namespace_storage_limit: flag('Namespaces are held to their storage limit.', coerced),
  automatic_purchased_storage_allocation: flag('Bought storage goes to the projects by itself.', coerced),
}
