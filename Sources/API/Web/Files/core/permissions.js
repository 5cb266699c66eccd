/**
 * The permission for the device's location; null if the browser cannot tell.
 * @returns {Promise<PermissionStatus | null>}
 */
export const geolocationPermission = async () =>
  (await navigator.permissions?.query({ name: 'geolocation' }).catch(() => null)) ?? null;
