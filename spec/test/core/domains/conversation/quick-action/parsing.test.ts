import {
  dayIn,
  durationAndDay,
  emojiIn,
  labelTitles,
  milestoneNamed,
  parseQuickActions,
  referenceIn,
  userNames,
} from '@forgefold/core/domains/conversation/quick-action'
import type { Day } from '@forgefold/core/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const NAMES = new Set(['close', 'label', 'assign'])
const read = (text: string) => parseQuickActions(text, (name) => NAMES.has(name))
const namesIn = (text: string) => read(text).actions.map(({ name }) => name)

describe('a text with quick actions', () => {
  it('is split into the text that stays and its quick actions', () => {
    expect(read('hello\n/label ~bug ~"two words"\nworld\n/close  ')).toEqual({
      text: 'hello\nworld',
      actions: [
        { name: 'label', argument: '~bug ~"two words"' },
        { name: 'close', argument: '' },
      ],
    })
    expect(read('/CLOSE')).toEqual({ text: '', actions: [{ name: 'close', argument: '' }] })
    expect(read('a\r\n/close\r\nb')).toEqual({ text: 'a\r\nb', actions: [{ name: 'close', argument: '' }] })
  })

  it.each([
    ['a fenced block', '```\n/close\n```'],
    ['a fenced block with a language', '~~~ sh\n/close\n~~~'],
    ['a fence without an end', 'a\n```\n/close'],
    ['a longer fence around a shorter one', '````\n```\n/close\n```\n/close\n````'],
    ['a code span of several lines', 'run `\n/close\n` please'],
    ['an indented line', '    /close'],
    ['a quotation', '> /close'],
    ['a quotation of several lines', '>>>\n/close\n>>>'],
    ['an HTML block', '<details>\n/close\n</details>'],
    ['the middle of a line', 'please /close'],
    ['a longer name', '/closed'],
    ['an unknown name', '/nothing'],
    ['a path', '/close/me'],
    ['a slash alone', '/'],
  ])('means nothing in %s', (_, text) => {
    expect(read(text)).toEqual({ text, actions: [] })
  })

  it.each([
    ['after a fenced block', '```\n/assign\n```\n/close'],
    ['after a backtick that nobody closes', 'a ` b\n/close'],
    ['after a code span that ended', '`a` `b\nc`\n/close'],
    ['after a quotation mark that nobody closes', '>>>\n/close'],
    ['after a tag that nobody closes', '<b>\n/close'],
    ['in the paragraph behind a backtick', 'a `\n\n/close\n\n` b'],
  ])('means what it says %s', (_, text) => {
    expect(namesIn(text)).toEqual(['close'])
  })

  it('may hold substitutions', () => {
    expect(read('so\n/shrug what\n/tableflip')).toEqual({ text: 'so\nwhat ¯\\＿(ツ)＿/¯\n(╯°□°)╯︵ ┻━┻', actions: [] })
    expect(read('`\n/shrug\n`').text).toBe('`\n/shrug\n`')
  })

  const piece = fc.constantFrom(
    '/close',
    '/label ~a',
    '/nothing',
    'word',
    '',
    '```',
    '~~~',
    '>>>',
    '<p>',
    '</p>',
    '`',
    ' ',
  )
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 30 }).map((lines) => lines.join('\n')),
  )

  it('is parsed whatever it is: the text that stays is unchanged, and holds no quick action', () => {
    fc.assert(
      fc.property(text, (given) => {
        const { text: left, actions } = parseQuickActions(given, () => true)
        const before = given.split('\n')
        if (actions.length === 0 && !/^\/(shrug|tableflip)/im.test(given)) expect(left).toBe(given)
        else expect(left.split('\n').length + actions.length).toBeLessThanOrEqual(before.length + 1)
        for (const { name, argument } of actions) {
          expect(name).toMatch(/^[a-z_]+$/)
          expect(before.some((line) => line.toLowerCase().startsWith(`/${name}`) && line.includes(argument))).toBe(true)
        }
      }),
    )
  })

  it('stays as it is where it has more lines than anybody writes', () => {
    const text = `/close\n${'a\n'.repeat(50_000)}`
    expect(parseQuickActions(text, () => true)).toEqual({ text, actions: [] })
    expect(parseQuickActions(text.slice(0, 20_000), () => true).actions).toHaveLength(1)
  })

  it('stays as it is where it has more quick actions than anybody writes', () => {
    const text = (count: number) => '/close\n'.repeat(count)
    expect(read(text(200)).actions).toHaveLength(200)
    expect(read(text(201))).toEqual({ text: text(201), actions: [] })
  })

  it('stays as it is where its quick actions name more than anybody writes', () => {
    const text = (count: number) => `/close\n/label ${'~a '.repeat(count)}`
    expect(read(text(20_000)).actions).toHaveLength(2)
    expect(read(text(22_000))).toEqual({ text: text(22_000), actions: [] })
  })

  it('has none where no line begins with a slash', () => {
    fc.assert(
      fc.property(text, (given) => {
        const tame = given.replaceAll('/', '-')
        expect(parseQuickActions(tame, () => true)).toEqual({ text: tame, actions: [] })
      }),
    )
  })

  it.each([
    ['backticks', '`'.repeat(300_000)],
    ['lines of backticks', '`\n``\n'.repeat(50_000)],
    ['opened quotations', '>>>\n'.repeat(100_000)],
    ['opened tags', '<p>\n'.repeat(100_000)],
    ['fences', '```\n'.repeat(100_000)],
    ['commands', '/close\n'.repeat(100_000)],
    ['blanks', `/close${' '.repeat(500_000)}x`],
  ])('is read in little time however many %s it has', (_, given) => {
    const begun = process.cpuUsage()
    read(`/close\n${given}`)
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000)
  })
})

describe('an argument', () => {
  it('names users', () => {
    expect(userNames('@ann, bob and me @ann')).toEqual(['@ann', 'bob', 'me'])
    expect(userNames('  ')).toEqual([])
  })

  it('names labels', () => {
    expect(labelTitles('~bug ~"two words",other ~a::b')).toEqual(['bug', 'two words', 'other', 'a::b'])
    expect(labelTitles('')).toEqual([])
  })

  it('names a milestone', () => {
    expect(milestoneNamed('%3')).toEqual({ iid: 3 })
    expect(milestoneNamed('%"Next one"')).toEqual({ title: 'Next one' })
    expect(milestoneNamed('%v1.0')).toEqual({ title: 'v1.0' })
    expect(milestoneNamed('Next one')).toEqual({ title: 'Next one' })
  })

  it('names another issuable', () => {
    const home = 'https://forge.example'
    expect(referenceIn('#4', home)).toEqual({ type: 'Issue', path: undefined, iid: 4 })
    expect(referenceIn('a/b/c!5', home)).toEqual({ type: 'MergeRequest', path: 'a/b/c', iid: 5 })
    expect(referenceIn(`${home}/a/b/-/issues/6`, home)).toEqual({ type: 'Issue', path: 'a/b', iid: 6 })
    for (const none of ['', '4', '#', '#x', 'a#4', `${home}.evil/a/b/-/issues/6`, '#99999999999'])
      expect(referenceIn(none, home), none).toBeUndefined()
  })

  it('names an emoji', () => {
    expect(emojiIn(':tada:')).toBe('tada')
    for (const none of ['tada', ':', '::', ':a b:', '']) expect(emojiIn(none)).toBeUndefined()
  })

  it('gives a duration and a day', () => {
    expect(durationAndDay('1h 30m 2022-01-02')).toEqual({ duration: '1h 30m', day: '2022-01-02' })
    expect(durationAndDay('1h')).toEqual({ duration: '1h', day: undefined })
  })

  const today = '2022-03-16' as Day
  it.each([
    ['2022-05-01', '2022-05-01'],
    ['2022-5-1', '2022-05-01'],
    ['today', '2022-03-16'],
    ['Tomorrow', '2022-03-17'],
    ['in 2 days', '2022-03-18'],
    ['in a week', '2022-03-23'],
    ['in 1 month', '2022-04-16'],
    ['next week', '2022-03-23'],
    ['next year', '2023-03-16'],
    ['friday', '2022-03-18'],
    ['this Friday', '2022-03-18'],
    ['wednesday', '2022-03-23'],
    ['December 31st', '2022-12-31'],
    ['jan 2', '2023-01-02'],
    ['March 3rd, 2024', '2024-03-03'],
  ])('says the day %s', (text, day) => {
    expect(dayIn(text, today)).toBe(day)
  })

  it.each(['', 'soon', '2022-02-30', '2022-13-01', 'in x days', 'in 0', 'feb 30', '99999-01-01', 'next', '31/12/2022'])(
    'says no day: %j',
    (text) => {
      expect(dayIn(text, today)).toBeUndefined()
    },
  )

  it('may be any text', () => {
    fc.assert(
      fc.property(fc.string(), (argument) => {
        userNames(argument)
        labelTitles(argument)
        milestoneNamed(argument)
        referenceIn(argument, 'https://forge.example')
        emojiIn(argument)
        durationAndDay(argument)
        const day = dayIn(argument, today)
        expect(day === undefined || /^\d{4}-\d\d-\d\d$/.test(day)).toBe(true)
      }),
    )
  })
})
