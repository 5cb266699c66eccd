/**
 * The permission for the device's location; null where the browser cannot say.
 * @returns {Promise<PermissionStatus | null>}
 */
export const geolocationPermission = async () =>
  (await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)) ?? null;
