/** The routes of devices. One signs in in the browser; here they are looked over and signed out. @see decisions 9.2 */
import { DEVICE_HEADER } from '../requests/browser-headers.ts'
import { Device, DeviceList, OwnDevice } from '../schemas/devices.ts'
import { SESSION_ERRORS } from './errors.ts'
import { WindowQuery } from '../requests/parameters.ts'
import type { Route } from './route.ts'

const PHONE: Device = {
  id: 'a4c1f7e2-3d58-4b96-8e0a-7c2f5d9b1e60',
  device: 'Phone',
  createdAt: 1795078800000,
  lastUsedAt: 1795169100000,
}

export const DEVICE_ROUTES: readonly Route[] = [
  {
    operationId: 'listDevices',
    client: 'account.listDevices',
    method: 'GET',
    path: '/api/v1/settings/devices',
    auth: 'session',
    tag: 'Devices',
    summary: 'List devices',
    description:
      'The signed-in devices. A device signs in through the browser; another device cannot sign it in.',
    parameters: [],
    query: WindowQuery,
    answer: DeviceList,
    errors: SESSION_ERRORS,
    example: {
      request: '/api/v1/settings/devices?limit=1',
      answer: { devices: [PHONE], own: PHONE.id, total: 2, next: 1 },
    },
  },
  {
    operationId: 'readOwnDevice',
    client: { none: 'A page in a browser asks it, with the cookie of the browser.' },
    method: 'GET',
    path: '/api/v1/settings/device',
    auth: 'session',
    tag: 'Devices',
    summary: 'Read the own device',
    description: `The account and the device that ask. A page in a browser asks this first, with \`${DEVICE_HEADER}: new\`. It names both in all other requests.`,
    parameters: [],
    answer: OwnDevice,
    errors: SESSION_ERRORS,
    example: {
      request: '/api/v1/settings/device',
      answer: { account: 'me', id: PHONE.id, device: PHONE.device },
    },
  },
  {
    operationId: 'endDevice',
    client: { method: 'account.endDevice', once: 'a device that signed itself out would be refused' },
    method: 'POST',
    path: '/api/v1/settings/devices/{id}/end',
    auth: 'session',
    audit: 'device_ended',
    tag: 'Devices',
    summary: 'Sign a device out',
    description:
      'Ends the session of a device immediately and permanently; a device can also end its own session. The data on the device stays there. The route takes no body, and also works in grace.',
    parameters: [
      {
        name: 'id',
        noun: 'device id',
        description: 'The id of a device, from the list of devices.',
        example: PHONE.id,
      },
    ],
    answer: Device,
    errors: {
      ...SESSION_ERRORS,
      bad_request: 'The device id in the path is not valid percent-encoding of UTF-8.',
      not_found: 'No device of this account has the id "a4c1f7e2".',
    },
    example: { request: `/api/v1/settings/devices/${PHONE.id}/end`, answer: PHONE },
  },
]
