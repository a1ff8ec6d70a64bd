import { jobTokenScope } from '@forgefold/core/domains/projects/job-token-scope'
import { fold } from '@forgefold/core/kernel'
import { scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'

const on = (type: 'Allow' | 'Disallow', targetId: number) => ({ type, projectId: 1, targetId }) as const

it('lists other projects once, and never the project itself', () => {
  const none = scenario(jobTokenScope)
  const allowed = { type: 'ProjectAllowed', data: { targetId: 2 } } as const
  none.when(on('Allow', 2)).then(allowed)
  none.when(on('Allow', 1)).thenRefused('BadRequest')
  none.when(on('Disallow', 1)).thenRefused('BadRequest')
  none.when(on('Disallow', 2)).thenRefused('BadRequest')
  none.given(allowed).when(on('Allow', 2)).thenRefused('BadRequest')
  none
    .given(allowed)
    .when(on('Disallow', 2))
    .then({ type: 'ProjectDisallowed', data: { targetId: 2 } })
})

it('begins with a list that counts, and tells only of changes', () => {
  const none = scenario(jobTokenScope)
  none.when({ type: 'SetInbound', enabled: true }).then()
  none.when({ type: 'SetInbound', enabled: false }).then({ type: 'InboundScopeDisabled', data: {} })
  const open = none.given({ type: 'InboundScopeDisabled', data: {} })
  open.when({ type: 'SetInbound', enabled: true }).then({ type: 'InboundScopeEnabled', data: {} })
})

it('holds what was put on it and not taken off again, a hundred at most', () => {
  const step = fc.record({ type: fc.constantFrom('Allow' as const, 'Disallow' as const), targetId: fc.nat(130) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const expected = new Set<number>()
      let state = jobTokenScope.initial
      for (const { type, targetId } of steps) {
        const decided = jobTokenScope.decide(on(type, targetId))(state)
        const possible = type === 'Allow' ? !expected.has(targetId) && expected.size < 100 : expected.has(targetId)
        expect(E.isRight(decided)).toBe(possible && targetId !== 1)
        if (E.isLeft(decided)) continue
        if (type === 'Allow') expected.add(targetId)
        else expected.delete(targetId)
        state = fold(jobTokenScope, decided.right, state)
      }
      expect(new Set(state.allowed)).toEqual(expected)
    }),
  )
})
