import { type AppendFault, Faults, type ReadFault } from '@forgefold/spec/eventstoredb-double'
import { describe, expect, it } from 'vitest'

const APPENDS: ReadonlyArray<AppendFault> = [{ kind: 'unavailable' }, { kind: 'timeout' }]
const READS: ReadonlyArray<ReadFault> = [{ kind: 'neverAnswer' }]

const kindsOf = (count: number, take: () => { readonly kind: string } | undefined): ReadonlyArray<string> =>
  Array.from({ length: count }, () => take()?.kind ?? 'well')

describe('faults that come again', () => {
  it('strike in their turn, ever more rarely', () => {
    const faults = new Faults()
    faults.recur(APPENDS, READS)
    expect(kindsOf(9, () => faults.takeAppend()).join(' ')).toBe(
      'unavailable timeout well unavailable well timeout well well unavailable',
    )
    expect(kindsOf(4, () => faults.takeRead()).join(' ')).toBe('neverAnswer neverAnswer well neverAnswer')
    const among = (count: number): number =>
      kindsOf(count, () => faults.takeAppend()).filter((k) => k !== 'well').length
    const [sooner, later] = [among(100), among(100)]
    expect(later).toBeGreaterThan(0)
    expect(later).toBeLessThan(sooner)
  })

  it('let those go first that are armed once', () => {
    const faults = new Faults()
    faults.recur(APPENDS, READS)
    faults.append({ kind: 'halfClose' })
    expect(kindsOf(2, () => faults.takeAppend())).toEqual(['halfClose', 'unavailable'])
  })

  it('end with all others', () => {
    const faults = new Faults()
    faults.recur(APPENDS, READS)
    faults.clear()
    expect(kindsOf(3, () => faults.takeAppend())).toEqual(['well', 'well', 'well'])
    expect(kindsOf(3, () => faults.takeRead())).toEqual(['well', 'well', 'well'])
  })
})
