import {
  activityNumber,
  FIRST_ACTIVITY_NUMBER,
  issueActivity,
  mergeRequestActivity,
  noteMentionNumber,
  type SystemNote,
  type SystemTextFacts,
  systemText,
  type TrackedState,
} from '@forgefold/core/domains/conversation/activity'
import { qualifiedReferences, shortReferences } from '@forgefold/core/domains/issuable'
import type { MergeRequestEvent } from '@forgefold/core/domains/review/merge-request'
import type { Day } from '@forgefold/core/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const words: SystemTextFacts = {
  noteable: 'MergeRequest',
  nameOf: (id) => `@u${id}`,
  hoursAtMost: false,
  commits: [
    { id: 'a'.repeat(40), title: 'One <b>' },
    { id: 'b'.repeat(40), title: 'Two' },
  ],
  projectName: '',
  comparison: '/compare',
}

describe('the text of a system note', () => {
  it.each<readonly [SystemNote, string]>([
    [{ kind: 'assignees', added: [1], removed: [] }, 'assigned to @u1'],
    [{ kind: 'assignees', added: [1, 2], removed: [3] }, 'assigned to @u1 and @u2 and unassigned @u3'],
    [{ kind: 'assignees', added: [], removed: [1, 2, 3] }, 'unassigned @u1, @u2, and @u3'],
    [{ kind: 'reviewers', added: [1], removed: [2] }, 'requested review from @u1 and removed review request for @u2'],
    [{ kind: 'title', from: 'Old name', to: 'New name' }, 'changed title from **{-Old-} name** to **{+New+} name**'],
    [{ kind: 'title', from: 'A', to: 'A more' }, 'changed title from **A** to **A{+ more+}**'],
    [{ kind: 'title', from: 'a😀b', to: 'a😁b' }, 'changed title from **a{-😀-}b** to **a{+😁+}b**'],
    [{ kind: 'draft', draft: true }, 'marked this merge request as **draft**'],
    [{ kind: 'draft', draft: false }, 'marked this merge request as **ready**'],
    [{ kind: 'description' }, 'changed the description'],
    [{ kind: 'locked', locked: true }, 'locked this merge request'],
    [{ kind: 'confidential', confidential: true }, 'made the issue confidential'],
    [{ kind: 'confidential', confidential: false }, 'made the issue visible to everyone'],
    [{ kind: 'due_date', day: '2022-09-01' as Day }, 'changed due date to September 01, 2022'],
    [{ kind: 'due_date', day: null }, 'removed due date'],
    [{ kind: 'target_branch', from: 'main', to: 'next' }, 'changed target branch from `main` to `next`'],
    [{ kind: 'source_deleted', branch: 'one' }, 'deleted source branch `one`'],
    [
      { kind: 'commits', from: 1, to: 2 },
      'added 2 commits\n\n<ul><li>aaaaaaaa - One &lt;b&gt;</li><li>bbbbbbbb - Two</li></ul>\n\n[Compare with previous version](/compare)',
    ],
    [{ kind: 'approved', approved: true }, 'approved this merge request'],
    [{ kind: 'approved', approved: false }, 'unapproved this merge request'],
    [{ kind: 'auto_merge_enabled', sha: 'abc' }, 'enabled an automatic merge when the pipeline for abc succeeds'],
    [{ kind: 'auto_merge_ended' }, 'canceled the automatic merge'],
    [
      { kind: 'auto_merge_ended', reason: 'source branch was updated' },
      'aborted the automatic merge because source branch was updated',
    ],
    [{ kind: 'time_estimate', seconds: 277_200 }, 'changed time estimate to 1w 4d 5h'],
    [{ kind: 'time_estimate', seconds: 0 }, 'removed time estimate'],
    [{ kind: 'time_spent', seconds: 5400 }, 'added 1h 30m of time spent'],
    [{ kind: 'time_spent', seconds: -3600 }, 'subtracted 1h of time spent'],
    [{ kind: 'time_reset' }, 'removed time spent'],
    [{ kind: 'mentioned', by: 'Issue', iid: 3 }, 'mentioned in issue #3'],
  ])('of %j', (note, text) => {
    expect(systemText(note, words)).toBe(text)
  })
})

describe('the numbers of activity', () => {
  const place = fc.tuple(
    fc.constantFrom('MergeRequest' as const, 'Issue' as const),
    fc.nat(2 ** 25 - 1),
    fc.nat(2 ** 20 - 1),
    fc.nat(63),
  )

  it('are unique, safe integers, and far above the counted numbers of notes', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        const [a, b] = [activityNumber(...one), activityNumber(...other)]
        expect(a === b).toBe(JSON.stringify(one) === JSON.stringify(other))
        expect(Number.isSafeInteger(a)).toBe(true)
        expect(a).toBeGreaterThanOrEqual(FIRST_ACTIVITY_NUMBER)
      }),
    )
  })

  it('are undefined where they would collide', () => {
    expect(activityNumber('Issue', 2 ** 25, 0, 0)).toBeUndefined()
    expect(activityNumber('Issue', 1, 2 ** 20, 0)).toBeUndefined()
    expect(activityNumber('Issue', 1, 0, 64)).toBeUndefined()
  })
})

describe('the references in a text', () => {
  it.each([
    ['Closes #4, see !7 and #4', ['#4', '!7']],
    ['in `#1` and\n```\n!2\n```\n#3', ['#3']],
    ['a#1 #2b other/app#3 &#4 ##5 #6-x', []],
    ['(#1) #2.', ['#1', '#2']],
    ['nothing', []],
  ])('in %j is %j', (text, names) => {
    expect(shortReferences(text).map(({ type, iid }) => `${type === 'Issue' ? '#' : '!'}${iid}`)).toEqual(names)
  })

  it.each([
    ['see top/app#1, other!2 and https://forge.test/a/b/-/issues/3#note_4', ['a/b#3', 'top/app#1', 'other!2']],
    ['https://forge.test/a/-/merge_requests/5.', ['a!5']],
    ['https://elsewhere.test/a/b/-/issues/3 https://forge.tests/a/b/-/issues/3', []],
    ['`top/app#1` and #2 !3 x/#4 &a#5 a#6b', []],
    ['TOP/app#1 top/app#1', ['top/app#1']],
  ])('in %j with a project is %j', (text, names) => {
    const found = qualifiedReferences(text, 'https://forge.test')
    expect(found.map(({ project, type, iid }) => `${project}${type === 'Issue' ? '#' : '!'}${iid}`)).toEqual(names)
  })

  it('are found in linear time, whatever the text', () => {
    const piece = fc.constantFrom('a', '/', '.', '-', '#', '!', '1', ' ', 'https://forge.test/', '-/issues/', '`')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('').repeat(50)
        expect(qualifiedReferences(text, 'https://forge.test').length).toBeLessThanOrEqual(50)
      }),
    )
    const begun = process.cpuUsage()
    for (const one of ['a', 'a/', 'a-', 'https://forge.test/', 'a.'])
      qualifiedReferences(`${one.repeat(100_000)}x#1`, 'https://forge.test')
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000)
  })

  it('by notes have numbers of their own', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 40), fc.nat(63), fc.nat(2 ** 40), fc.nat(63), (note, index, other, place) => {
        const [a, b] = [noteMentionNumber(note, index), noteMentionNumber(other, place)]
        expect(a === b).toBe(note === other && index === place)
        expect(a).toBeLessThan(FIRST_ACTIVITY_NUMBER)
      }),
    )
    expect(noteMentionNumber(1, 64)).toBeUndefined()
  })
})

const before: TrackedState = {
  title: 'A',
  assigneeIds: [1],
  reviewerIds: [],
  labelIds: [1, 2],
  milestoneId: null,
  targetBranch: 'main',
  sourceBranch: 'one',
  versionId: 1,
  timeSpent: 0,
}

describe('the activity of an event', () => {
  it('is undefined for an untracked issuable, and empty where nothing changes', () => {
    const approved = { type: 'Approved', data: { userId: 1, sha: null } } as const
    expect(mergeRequestActivity(undefined, approved)).toBeUndefined()
    expect(issueActivity(undefined, { type: 'IssueReopened', data: { by: 1 } })).toBeUndefined()
    const same = { type: 'AssigneesSet', data: { userIds: [1] } } as const
    expect(mergeRequestActivity(before, same)?.activities).toEqual([])
  })

  it('has one entry for each label, and tracks the labels of the event', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(5)), fc.uniqueArray(fc.nat(5)), (had, has) => {
        const told = mergeRequestActivity({ ...before, labelIds: had }, { type: 'LabelsSet', data: { labelIds: has } })
        expect(told?.after.labelIds).toEqual(has)
        const labels = new Set(had)
        for (const one of told?.activities ?? []) {
          if (one.of !== 'label') throw new Error('about labels only')
          if (one.action === 'add') labels.add(one.labelId)
          else labels.delete(one.labelId)
        }
        expect(labels).toEqual(new Set(has))
        expect(told?.activities.length).toBe(
          new Set([...had, ...has]).size - had.filter((id) => has.includes(id)).length,
        )
      }),
    )
  })

  it.each<readonly [MergeRequestEvent, ReadonlyArray<object>]>([
    [{ type: 'DetailsChanged', data: { title: 'Draft: A' } }, [{ kind: 'draft', draft: true }]],
    [
      { type: 'DetailsChanged', data: { title: 'Draft: B' } },
      [
        { kind: 'draft', draft: true },
        { kind: 'title', from: 'A', to: 'Draft: B' },
      ],
    ],
    [{ type: 'DetailsChanged', data: { discussionLocked: false } }, [{ kind: 'locked', locked: false }]],
    [{ type: 'Retargeted', data: { targetBranch: 'next' } }, [{ kind: 'target_branch', from: 'main', to: 'next' }]],
    [
      { type: 'MergeRequestClosed', data: { by: 1, because: 'source_deleted' } },
      [{ kind: 'source_deleted', branch: 'one' }],
    ],
    [{ type: 'AutoMergeDisarmed', data: { reason: 'canceled', by: 1 } }, [{ kind: 'auto_merge_ended' }]],
    [{ type: 'CheckStarted', data: { head: null, target: null } }, []],
  ])('%j tells %j', (event, notes) => {
    const told = mergeRequestActivity(before, event)?.activities ?? []
    expect(told.flatMap((one) => (one.of === 'note' ? [one.note] : []))).toEqual(notes)
  })
})
