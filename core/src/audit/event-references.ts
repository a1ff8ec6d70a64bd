import { type Category, categoryOf, idOf, type StoredEvent, type StreamName, streamName } from '../kernel/envelope.js'

/** The categories that the ids in the data of events refer to, by field name. */
const BY_FIELD: Readonly<Record<string, Category>> = {
  projectId: 'project',
  sourceProjectId: 'project',
  targetProjectId: 'project',
  forkedFrom: 'project',
  userId: 'user',
  userIds: 'user',
  authorId: 'user',
  creatorId: 'user',
  ownerId: 'user',
  by: 'user',
  assigneeIds: 'user',
  reviewerIds: 'user',
  mentionedIds: 'user',
  committerIds: 'user',
  eligibleIds: 'user',
  groupId: 'group',
  groupIds: 'group',
  parentId: 'group',
  mergeRequestId: 'merge_request',
  mergeRequestIds: 'merge_request',
  canonicalId: 'issue',
  labelIds: 'label',
  milestoneId: 'milestone',
  milestoneIds: 'milestone',
  pipelineId: 'pipeline',
  runnerId: 'runner',
  environmentId: 'environment',
  packageId: 'package',
  userListId: 'feature_flag_user_list',
  applicationId: 'oauth_application',
  familyId: 'oauth_token',
}

/** Pairs of fields, of which the first names the category of the second. */
const PAIRS: ReadonlyArray<readonly [kind: string, id: string]> = [
  ['kind', 'id'],
  ['type', 'id'],
  ['noteableType', 'noteableId'],
  ['awardableType', 'awardableId'],
  ['targetType', 'targetId'],
  ['scope', 'scopeId'],
  ['source', 'sourceId'],
  ['place', 'placeId'],
]

const BY_WORD: Readonly<Record<string, Category>> = {
  project: 'project',
  group: 'group',
  user: 'user',
  Issue: 'issue',
  MergeRequest: 'merge_request',
}

/** Categories whose streams have the id of another aggregate. */
const PARENT_CATEGORY: Readonly<Record<Category, Category>> = { repository: 'project', protected_tags: 'project' }

/** Streams of approval rules, which name their project or merge request. */
const RULES = /^approval_rules-(project|request)\.(\d+)$/

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const addPairs = (fields: Fields, found: Set<StreamName>): void => {
  for (const [kind, id] of PAIRS) {
    const category = typeof fields[kind] === 'string' ? BY_WORD[fields[kind]] : undefined
    if (category !== undefined && typeof fields[id] === 'number') found.add(streamName(category, fields[id]))
  }
}

const addValue = (value: unknown, category: Category | undefined, found: Set<StreamName>): void => {
  if (typeof value === 'number' && category !== undefined) found.add(streamName(category, value))
  else if (isFields(value)) addFields(value, found)
}

const addFields = (fields: Fields, found: Set<StreamName>): void => {
  addPairs(fields, found)
  for (const name in fields) {
    const value = fields[name]
    if (Array.isArray(value)) for (const one of value) addValue(one, BY_FIELD[name], found)
    else addValue(value, BY_FIELD[name], found)
  }
}

/** The stream of a membership names both sides: `project-7-3` is user 3 in project 7. */
const addMembership = (stream: StreamName, found: Set<StreamName>): void => {
  const [source = '', sourceId, userId] = idOf(stream).split('-')
  found.add(streamName(source, Number(sourceId))).add(streamName('user', Number(userId)))
}

/** Streams named after two aggregates: `follow-3-7` is user 3 who follows user 7, `star-7-3` is user 3's star of project 7. */
const NAMED: Readonly<Record<Category, readonly [Category, Category]>> = {
  follow: ['user', 'user'],
  star: ['project', 'user'],
}

const addNamed = (stream: StreamName, [first, second]: readonly [Category, Category], found: Set<StreamName>): void => {
  const [one, other] = idOf(stream).split('-')
  found.add(streamName(first, Number(one))).add(streamName(second, Number(other)))
}

/** The two issues of a link. */
const addLinked = ({ sourceId, targetId }: Fields, found: Set<StreamName>): void => {
  for (const id of [sourceId, targetId]) if (typeof id === 'number') found.add(streamName('issue', id))
}

/** The streams that an event refers to, besides its own. */
export const referencesOf = (event: StoredEvent): ReadonlySet<StreamName> => {
  const found = new Set<StreamName>()
  const { stream, data } = event
  const category = categoryOf(stream)
  const parentCategory = PARENT_CATEGORY[category]
  if (parentCategory !== undefined) found.add(streamName(parentCategory, idOf(stream)))
  if (category === 'member') addMembership(stream, found)
  const named = NAMED[category]
  if (named !== undefined) addNamed(stream, named, found)
  const ruled = RULES.exec(stream)
  if (ruled !== null) found.add(streamName(ruled[1] === 'request' ? 'merge_request' : 'project', ruled[2] as string))
  if (!isFields(data)) return found
  if (category === 'issue_link') addLinked(data, found)
  addFields(data, found)
  return found
}
