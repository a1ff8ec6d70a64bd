import { humanDuration, mentionedNames, parseDuration, taskCompletion } from '@forgefold/core/domains/issuable'
import {
  asDraft,
  closingReferences,
  expanding,
  fillTemplate,
  hasConflicts,
  isDraft,
  isFilteredAsDraft,
  isMergeable,
  MERGE_STATUSES,
  type MergeFacts,
  type MessageFacts,
  mergeAction,
  mergeMessage,
  nextMergeStatus,
  obstacles,
  realSize,
  shownMergeStatus,
  squashMessage,
  withoutDraft,
} from '@forgefold/core/domains/review/merge-request'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('a draft', () => {
  it.each([
    ['Draft: x', '14.0 15.3'],
    ['[draft] x', '14.0 15.3'],
    ['(DRAFT)x', '14.0 15.3'],
    ['Draft - x', '14.0 14.10'],
    ['Draft', '14.0 14.10'],
    ['WIP: x', '14.0 14.7'],
    ['[WIP]x', '14.7'],
    ['WIP', '14.7'],
  ])('%j is one in %s', (title, releases) => {
    for (const release of releases.split(' ')) expect(isDraft(title, release)).toBe(true)
  })

  it.each([
    ['Draft - x', '15.0'],
    ['Draft', '15.3'],
    ['WIP: x', '14.8'],
    ['A Draft: x', '15.3'],
    ['Drafting', '14.0'],
  ])('%j is none in %s', (title, release) => expect(isDraft(title, release)).toBe(false))

  it('loses every prefix and gets one back', () => {
    expect(withoutDraft('Draft: [Draft] (draft) x', '15.3')).toBe('x')
    expect(asDraft('x', '15.3')).toBe('Draft: x')
    expect(asDraft('[Draft] x', '15.3')).toBe('[Draft] x')
  })

  it('is filtered by the same rule in every release', () => {
    expect(isFilteredAsDraft('draft - x')).toBe(true)
    expect(isFilteredAsDraft('WIP: x')).toBe(false)
  })
})

describe('task items', () => {
  it.each([
    [null, 0, 0],
    ['', 0, 0],
    ['- [ ] a\n* [x] b\n+ [X] c\n1. [ ] d\n2) [x] e', 5, 3],
    ['> - [x] quoted\n  - [ ] nested', 2, 1],
    ['- [ ]\n- [ ]   \n- [y] no\n[ ] no list', 0, 0],
    ['```\n- [ ] code\n```\n- [x] real', 1, 1],
    ['<!--\n- [ ] hidden\n-->\n- [ ] shown', 1, 0],
    ['text\n\n    - [ ] indented code', 0, 0],
  ])('of %j are %d, done %d', (text, count, completed) => expect(taskCompletion(text)).toEqual({ count, completed }))
})

describe('a duration', () => {
  it.each([
    ['3h30m', 12_600],
    ['1w', 144_000],
    ['1mo 2w', 864_000],
    ['1.5h', 5400],
    ['3', 10_800],
    ['1:30', 90],
    ['3:41:59', 13_319],
    ['1 day, 2 hours and 5 mins', 36_300],
    ['three hours', 10_800],
    ['twenty five minutes', 1500],
    ['-2d', -57_600],
    ['1h1h', 7200],
    ['1Y', 31_557_600],
  ])('%j has %d seconds', (text, seconds) => expect(parseDuration(text)).toBe(seconds))

  it.each(['', 'soon', '0', '0h', '1x', '3h!', '1h/2', '-', 'h'.repeat(300)])('%j says nothing', (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  )

  it.each([
    [0, null],
    [12_600, '3h 30m'],
    [435_600, '3w 1h'],
    [576_000, '1mo'],
    [-28_800, '-1d'],
    [61, '1m 1s'],
  ])('%d seconds read %j', (seconds, text) => expect(humanDuration(seconds)).toBe(text))

  it('goes no further than hours where so wanted', () => expect(humanDuration(360_000, true)).toBe('100h'))

  it('reads back what it said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.boolean(), (seconds, inHours) => {
        expect(parseDuration(humanDuration(seconds, inHours) ?? '')).toBe(seconds)
        expect(parseDuration(humanDuration(-seconds, inHours) ?? '')).toBe(-seconds)
      }),
    )
  })

  it('is read or refused, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const seconds = parseDuration(text)
        expect(seconds === undefined || (Number.isSafeInteger(seconds) && seconds !== 0)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('closing references', () => {
  const url = 'https://forge.example'
  const found = (text: string): ReadonlyArray<string> =>
    closingReferences(text, url).map((one) => (one.kind === 'external' ? one.key : `${one.project ?? ''}#${one.iid}`))

  it.each([
    ['Closes #4', ['#4']],
    ['fixed: #1 and #2, #3', ['#1', '#2', '#3']],
    ['Closes #4, #6, Related to #5', ['#4', '#6']],
    ['Resolves issue group/project#7', ['group/project#7']],
    ['implementing issues #1, group/sub/p#2', ['#1', 'group/sub/p#2']],
    ['Closes https://forge.example/g/p/-/issues/9', ['g/p#9']],
    ['Fixes ABC-123', ['ABC-123']],
    ['Close #1. Later closing #1 and fix #2', ['#1', '#2']],
    ['CLOSES #1', []],
    ['discloses #1', []],
    ['Closes #12abc', []],
    ['`Closes #1` and\n```\nFixes #2\n```', []],
    ['#4 closes nothing', []],
  ])('in %j are %j', (text, references) => expect(found(text)).toEqual(references))

  it('are found in time that grows with the text', () => {
    const began = process.cpuUsage()
    expect(found(`Closes ${'a/'.repeat(50_000)} ${'#1, '.repeat(20_000)}x`).length).toBeLessThan(2)
    expect(found(`Closes ${'#1 '.repeat(50_000)}`)).toEqual(['#1'])
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
  })

  it('mention whom they mention', () =>
    expect(mentionedNames('@Ann, mail bob@x.org `@code` (@c.d) @e.')).toEqual(['ann', 'c.d', 'e']))
})

const facts: MessageFacts = {
  sourceBranch: 'topic',
  targetBranch: 'main',
  title: 'Do it',
  description: null,
  closes: ['#1', '#2', 'g/p#3'],
  reference: 'group/project!7',
  url: 'https://forge.example/group/project/-/merge_requests/7',
  approvedBy: ['Ann <ann@x>'],
  mergedBy: 'Bob <bob@x>',
  coAuthors: ['Cy <cy@x>', 'Di <di@x>'],
  commits: ['first\n', 'second\n\nwith more\n'],
}

describe('the message of a merge', () => {
  it('says what came where, what it closes, and where to read on', () => {
    expect(mergeMessage(null, facts)).toBe(
      "Merge branch 'topic' into 'main'\n\nDo it\n\nCloses #1, #2, and g/p#3\n\nSee merge request group/project!7",
    )
    expect(mergeMessage(null, { ...facts, closes: [] })).not.toContain('Closes')
    expect(mergeMessage(null, { ...facts, closes: ['#1', '#2'] })).toContain('Closes #1 and #2\n')
  })

  it('of a squash is the title', () => expect(squashMessage(null, facts)).toBe('Do it'))

  it('follows a template; a line of an empty variable alone disappears, what is unknown stays', () => {
    expect(fillTemplate('%{title}\n\n%{description}\n%{first_multiline_commit}\n%{nope}', facts)).toBe(
      'Do it\n\nsecond\n\nwith more\n%{nope}',
    )
    expect(fillTemplate('%{co_authored_by}\n%{approved_by}', facts)).toBe(
      'Co-authored-by: Cy <cy@x>\nCo-authored-by: Di <di@x>\nApproved-by: Ann <ann@x>',
    )
    expect(fillTemplate('%{all_commits}', facts)).toBe('* first\n\n* second\n\nwith more')
    expect(fillTemplate('Merge %{source_branch} into %{target_branch} (%{reference})', facts)).toBe(
      'Merge topic into main (group/project!7)',
    )
  })
})

describe('the merge status', () => {
  it('is decided only where it was undecided, and void whenever something moves', () => {
    for (const status of MERGE_STATUSES) {
      const unchecked = nextMergeStatus(status, 'uncheck')
      expect(['unchecked', 'cannot_be_merged_recheck']).toContain(unchecked)
      const checking = nextMergeStatus(unchecked, 'check')
      expect(['checking', 'cannot_be_merged_rechecking']).toContain(checking)
      expect(nextMergeStatus(checking, 'mergeable')).toBe('can_be_merged')
      expect(nextMergeStatus(checking, 'unmergeable')).toBe('cannot_be_merged')
    }
    expect(nextMergeStatus('can_be_merged', 'unmergeable')).toBe('can_be_merged')
  })

  it('remembers an old conflict while it is looked at again, and does not call it one', () => {
    const rechecking = nextMergeStatus(nextMergeStatus('cannot_be_merged', 'uncheck'), 'check')
    expect(rechecking).toBe('cannot_be_merged_rechecking')
    expect(shownMergeStatus(rechecking)).toBe('checking')
    expect(hasConflicts(rechecking)).toBe(false)
    expect(hasConflicts('cannot_be_merged')).toBe(true)
  })
})

const good: MergeFacts = {
  status: 'opened',
  isDraft: false,
  isBroken: false,
  pipeline: undefined,
  pipelineMustSucceed: false,
  skippedPipelineCounts: false,
  discussionsResolved: true,
  approved: true,
  statusChecksPassed: true,
}

describe('whether a request may be merged', () => {
  it.each<[Partial<MergeFacts>, string]>([
    [{ status: 'closed' }, 'not_open'],
    [{ isDraft: true }, 'draft'],
    [{ isBroken: true }, 'broken'],
    [{ discussionsResolved: false }, 'discussions'],
    [{ approved: false }, 'approvals'],
    [{ statusChecksPassed: false }, 'status_checks'],
    [{ pipelineMustSucceed: true }, 'pipeline'],
    [{ pipelineMustSucceed: true, pipeline: 'running' }, 'pipeline'],
    [{ pipelineMustSucceed: true, pipeline: 'skipped' }, 'pipeline'],
  ])('%j: no, because of %s', (change, obstacle) => {
    expect(obstacles({ ...good, ...change })).toEqual([obstacle])
    expect(mergeAction({ ...good, ...change }, false)).toBe('refuse')
  })

  it.each<Partial<MergeFacts>>([
    {},
    { pipeline: 'failed' },
    { pipelineMustSucceed: true, pipeline: 'success' },
    { pipelineMustSucceed: true, pipeline: 'skipped', skippedPipelineCounts: true },
  ])('%j: yes', (change) => expect(isMergeable({ ...good, ...change })).toBe(true))

  it.each([
    ['running', 'enableAutoMerge'],
    ['pending', 'enableAutoMerge'],
    ['preparing', 'enableAutoMerge'],
    ['waiting_for_resource', 'enableAutoMerge'],
    ['success', 'merge'],
    ['failed', 'refuse'],
    ['canceled', 'refuse'],
    ['skipped', 'refuse'],
    ['created', 'refuse'],
    ['manual', 'refuse'],
    ['scheduled', 'refuse'],
    [undefined, 'refuse'],
  ] as const)('when the pipeline succeeds, with a pipeline %s: %s', (pipeline, course) =>
    expect(mergeAction({ ...good, pipeline, pipelineMustSucceed: true }, true)).toBe(course),
  )

  it('waits for no pipeline where something else is in the way', () =>
    expect(mergeAction({ ...good, isDraft: true, pipeline: 'running' }, true)).toBe('refuse'))
})

describe('the limits of diffs', () => {
  const limits = { files: 100, lines: 1000, patchBytes: 10_000 }

  it('fold texts past a tenth of the limits, never that of a single file', () => {
    const many = expanding(limits, 20)
    expect(Array.from({ length: 20 }, () => many({ lines: 1, bytes: 10 })).filter(Boolean)).toHaveLength(10)
    expect(expanding(limits, 2)({ lines: 1, bytes: 1000 })).toBe(false)
    expect(expanding(limits, 1)({ lines: 5000, bytes: 9999 })).toBe(true)
  })

  it('are told in the size', () => {
    expect(realSize(0, false)).toBeNull()
    expect(realSize(5, false)).toBe('5')
    expect(realSize(1000, true)).toBe('1000+')
  })
})
