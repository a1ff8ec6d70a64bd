import server = require('@forgefold/server')
import testing = require('@forgefold/testing')
import deployments = require('@forgefold/core/deployment')

/** The same from CommonJS. */
export const used = [server.createForgefold, testing.startForge, deployments.deployment.category]
