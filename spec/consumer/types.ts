import * as blobs from '@forgefold/adapters/blobs'
import * as ciFile from '@forgefold/adapters/ci-file'
import * as clock from '@forgefold/adapters/clock'
import * as crypto from '@forgefold/adapters/crypto'
import * as git from '@forgefold/adapters/git'
import * as mail from '@forgefold/adapters/mail'
import * as memory from '@forgefold/adapters/memory'
import * as readModel from '@forgefold/adapters/read-model'
import * as sqlite from '@forgefold/adapters/sqlite'
import * as core from '@forgefold/core'
import * as audit from '@forgefold/core/audit'
import { type DeploymentCommand, deployment } from '@forgefold/core/deployment'
import * as kernel from '@forgefold/core/kernel'
import { mergeRequest } from '@forgefold/core/merge-request'
import type { EventStore } from '@forgefold/core/ports'
import * as releases from '@forgefold/core/releases'
import { eventStoreCases } from '@forgefold/laws'
import { runLaws } from '@forgefold/laws/node-test'
import * as server from '@forgefold/server'
import { startForge, type TestForge } from '@forgefold/testing'
import ForgeEnvironment from '@forgefold/testing/jest'
import { testWithForge as nodeTest } from '@forgefold/testing/node-test'
import { testWithForge as playwrightTest } from '@forgefold/testing/playwright'

/** What a program of somebody else's uses of every package. */
export const used = [
  blobs,
  ciFile,
  clock,
  crypto,
  git,
  mail,
  memory,
  readModel,
  sqlite,
  core,
  audit,
  kernel,
  releases,
  server,
]

export const block: DeploymentCommand['type'] = 'Block'
export const decided = [deployment.initial, mergeRequest.category]
export const store: EventStore = memory.makeMemoryEventStore()
export const cases = eventStoreCases
export const run = runLaws
export const start: () => Promise<TestForge> = () => startForge({ port: false })
export const runners = [ForgeEnvironment, nodeTest({ port: false }), playwrightTest()]
nodeTest()('types of fixtures', async ({ forge }, { name }) => void forge.requests.matching(name))
nodeTest().skip('types of fixtures', { timeout: 1000 })
playwrightTest()('types of fixtures', async ({ forge, request }) => void (await request.get(forge.url)))
