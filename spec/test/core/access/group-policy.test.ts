import { canInGroup, type GroupAbility, type GroupFacts, type Viewer, type Visibility } from '@forgefold/core/access'
import { describe, expect, it } from 'vitest'

const facts = (visibility: Visibility, more: Partial<GroupFacts> = {}): GroupFacts => ({
  visibility,
  projectCreationLevel: 'developer',
  subgroupCreationLevel: 'maintainer',
  ...more,
})

const who = (level: number, more: Partial<Viewer> = {}): Viewer => ({
  signedIn: true,
  admin: false,
  external: false,
  level,
  ...more,
})

const COLUMNS: ReadonlyArray<readonly [Viewer, Visibility]> = [
  [who(0, { signedIn: false }), 'public'],
  [who(0), 'public'],
  [who(0), 'internal'],
  [who(0, { external: true }), 'internal'],
  [who(0), 'private'],
  [who(5), 'private'],
  [who(10), 'private'],
  [who(20), 'private'],
  [who(30), 'private'],
  [who(40), 'private'],
  [who(50), 'private'],
  [who(0, { admin: true }), 'private'],
]

const TABLE: ReadonlyArray<readonly [GroupAbility, string]> = [
  ['read_group', 'yyy--yyyyyyy'],
  ['read_group_member', '-yy--yyyyyyy'],
  ['read_group_package', 'yy-----yyyyy'],
  ['read_label', 'yyy--yyyyyyy'],
  ['admin_label', '-------yyyyy'],
  ['read_milestone', 'yyy--yyyyyyy'],
  ['admin_milestone', '-------yyyyy'],
  ['create_projects', '--------yyyy'],
  ['create_subgroup', '---------yyy'],
  ['admin_group', '----------yy'],
  ['admin_group_member', '----------yy'],
  ['remove_group', '----------yy'],
]

describe('who may do what in a group', () => {
  it.each(TABLE)('%s', (ability, row) => {
    expect(COLUMNS.map(([viewer, it]) => (canInGroup(ability, viewer, facts(it)) ? 'y' : '-')).join('')).toBe(row)
  })

  it('lets the group say who makes projects and subgroups', () => {
    const maintainers = facts('private', { projectCreationLevel: 'maintainer', subgroupCreationLevel: 'owner' })
    expect(canInGroup('create_projects', who(30), maintainers)).toBe(false)
    expect(canInGroup('create_projects', who(40), maintainers)).toBe(true)
    expect(canInGroup('create_subgroup', who(40), maintainers)).toBe(false)
    expect(canInGroup('create_projects', who(50), facts('private', { projectCreationLevel: 'noone' }))).toBe(false)
  })

  it('shows itself to those who belong to something below', () => {
    expect(canInGroup('read_group', who(0), facts('private'), true)).toBe(true)
    expect(canInGroup('admin_group', who(0), facts('private'), true)).toBe(false)
  })
})
