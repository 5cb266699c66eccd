"""Codes of an authenticator app that others have written, for an account with a role."""

import subprocess
import time
import unittest

import people
import pyotp
from service import PROGRAM, Service


class OtherApp(unittest.TestCase):
    def test_pyotp_reads_the_address_and_its_codes_open_a_session(self):
        service = Service()
        self.addCleanup(service.end)
        person = people.sign_up(service)
        subprocess.run([PROGRAM, "accounts", "grant", person.id, "--role", "operator",
                        "--data-dir", service.folder.name], check=True, capture_output=True)
        begun = person.call("POST", "/api/operator/second-factor", {"password": person.password})
        app = pyotp.parse_uri(begun["uri"])
        self.assertEqual((app.secret, app.name, app.issuer), (begun["secret"], person.nickname, "fourcuts"))
        self.assertEqual((app.digits, app.interval, app.digest().name), (6, 30, "sha1"))
        codes = person.call("POST", "/api/operator/second-factor/confirmation", {"code": app.now()})["recovery_codes"]
        self.assertEqual(len(set(codes)), 10)
        # A step is skipped: the first code was used.
        session = person.call("POST", "/api/operator/session", {"code": app.at(time.time() + 30)})
        self.assertEqual(session["role"], "operator")
        with self.assertRaises(people.Refused) as refused:
            person.call("POST", "/api/operator/session", {"code": app.now()})
        self.assertEqual((refused.exception.status, refused.exception.code), (403, "code-wrong"))
