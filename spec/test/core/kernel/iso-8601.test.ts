import { calendarDay, readDay, readInstant } from '@forgefold/core/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const NOON = '2020-02-29T12:00:00.000Z'
const MIDNIGHT = '2020-02-29T00:00:00.000Z'

/** What is sent, and the moment that it is. */
const MOMENTS: ReadonlyArray<readonly [string, string]> = [
  ['2020-02-29T12:00:00.000Z', NOON],
  ['2020-02-29T12:00:00Z', NOON],
  ['2020-02-29t12:00:00z', NOON],
  ['2020-02-29 12:00:00', NOON],
  ['2020-02-29 12:00:00 UTC', NOON],
  ['2020-02-29T12:00', NOON],
  ['2020-02-29T12', NOON],
  ['2020-02-29T12Z', NOON],
  ['20200229T120000Z', NOON],
  ['20200229T1200Z', NOON],
  ['20200229T12', NOON],
  ['20200229T120000.000+0000', NOON],
  ['20200229 120000', NOON],
  [' 2020-02-29T12:00:00Z\n', NOON],
  ['2020-02-29T13:00:00+01:00', NOON],
  ['2020-02-29T13:00:00+0100', NOON],
  ['2020-02-29T13:00:00+01', NOON],
  ['20200229T130000+0100', NOON],
  ['2020-02-29T08:30:00-03:30', NOON],
  ['2020-02-29T12:00:00-00:00', NOON],
  ['2020-03-01T00:00:00+12:00', NOON],
  ['2020-W09-6T12:00:00Z', NOON],
  ['2020W096T120000Z', NOON],
  ['2020-060T12:00:00Z', NOON],
  ['2020060T120000Z', NOON],
  ['2020-02-29T12:00:00,0Z', NOON],
  ['2020-02-29T12:00:00.5Z', '2020-02-29T12:00:00.500Z'],
  ['2020-02-29T12:00:00,123456789Z', '2020-02-29T12:00:00.123Z'],
  ['2020-02-29T12:00:00.999999999999Z', '2020-02-29T12:00:00.999Z'],
  ['2020-02-29T12:30.5Z', '2020-02-29T12:30:30.000Z'],
  ['2020-02-29T12.25Z', '2020-02-29T12:15:00.000Z'],
  ['2020-02-29', MIDNIGHT],
  ['20200229', MIDNIGHT],
  ['2020-W09-6', MIDNIGHT],
  ['2020W096', MIDNIGHT],
  ['2020-060', MIDNIGHT],
  ['2020060', MIDNIGHT],
  ['2020-02-28T24:00:00Z', MIDNIGHT],
  ['2020-02', '2020-02-01T00:00:00.000Z'],
  ['2020-W09', '2020-02-24T00:00:00.000Z'],
  ['2020-W53-5', '2021-01-01T00:00:00.000Z'],
  ['2021-W01-1', '2021-01-04T00:00:00.000Z'],
  ['2008-W01-1', '2007-12-31T00:00:00.000Z'],
  ['2020-366', '2020-12-31T00:00:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2017-01-01T00:59:60+01:00', '2017-01-01T00:00:00.000Z'],
  ['2000-02-29', '2000-02-29T00:00:00.000Z'],
  ['0050-03-01', '0050-03-01T00:00:00.000Z'],
  ['0000-01-01', '0000-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
]

const NO_MOMENTS = [
  '',
  'today',
  '2020',
  '202002',
  '1577836800',
  '2020-02-30',
  '2021-02-29',
  '1900-02-29',
  '2020-00-01',
  '2020-13-01',
  '2020-04-31',
  '2020-01-00',
  '2020-01-32',
  '20200230',
  '20201301T000000Z',
  '2020-W00-1',
  '2021-W53-1',
  '2020-W54-1',
  '2020-W09-0',
  '2020-W09-8',
  '2020-000',
  '2021-366',
  '2020-367',
  '2020-02-29T25:00:00Z',
  '2020-02-29T24:00:01Z',
  '2020-02-29T12:60:00Z',
  '2020-02-29T12:00:61Z',
  '2020-02-29T12:00:60Z',
  '2020-02-29T12:00:00+24:00',
  '2020-02-29T12:00:00+01:60',
  '2020-02-29T12:00:00.Z',
  '2020-02-29T12:00:00ZZ',
  '2020-02-29T',
  '2020-02-29Z',
  '2020-02-29T1:00',
  '2020-2-29',
  '29.02.2020',
  '02/29/2020',
  'Sat, 29 Feb 2020 12:00:00 GMT',
  '-2020-02-29',
  '+002020-02-29',
  '10000-01-01',
  '0000-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '9999-12-31T24:00:00Z',
]

describe('a moment of ISO 8601', () => {
  it.each(MOMENTS)('%s is %s', (text, moment) => {
    expect(readInstant(text)).toBe(moment)
  })

  it.each(NO_MOMENTS)('%s is none', (text) => {
    expect([readInstant(text), readDay(text)]).toEqual([undefined, undefined])
  })

  it('is the same in every form', () => {
    const moment = fc.date({
      min: new Date('0000-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(moment, fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }), (at, offset) => {
        const local = new Date(at.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const minutes = Math.abs(offset)
        const digits = `${Math.floor(minutes / 60) + 100}${(minutes % 60) + 100}`
        const zone = `${offset < 0 ? '-' : '+'}${digits.slice(1, 3)}:${digits.slice(4)}`
        const extended = `${local}${zone}`
        expect(readInstant(extended)).toBe(at.toISOString())
        expect(readInstant(`${local.replace(/[-:]/g, '')}${zone.replace(':', '')}`)).toBe(at.toISOString())
        expect(readDay(extended)).toBe(local.slice(0, 10))
      }),
    )
  })

  it('never fails on its own, whatever is sent', () => {
    const shaped = fc.stringMatching(/^\d{4}-?W?\d{1,3}-?\d{0,2}T?\d{0,8}[.,]?\d{0,12}[+-Z]?\d{0,4}$/)
    fc.assert(
      fc.property(fc.oneof(shaped, fc.string()), (text) => {
        const read = readInstant(text)
        expect(read === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(read)).toBe(true)
      }),
    )
  })
})

describe('a day of ISO 8601', () => {
  it.each([
    '2020-02-29',
    '20200229',
    '2020-W09-6',
    '2020-060',
    '2020-02-29T23:30:00-05:00',
    '2020-02-29T00:30:00+05:00',
    '2020-02-29T24:00',
  ])('%s is the one that is written', (text) => {
    expect(readDay(text)).toBe('2020-02-29')
  })

  it('is one of the calendar', () => {
    expect([calendarDay(2020, 2, 29), calendarDay(50, 3, 1)]).toEqual(['2020-02-29', '0050-03-01'])
    expect([calendarDay(2021, 2, 29), calendarDay(2020, 0, 1), calendarDay(10_000, 1, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
