import { join } from 'node:path'

/** The folder of the replicas in the data folder. */
export const replicasFolder = (data: string): string => join(data, 'replicas')
