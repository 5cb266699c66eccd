"""What stands in front of the nodes."""

from machines import HTTP_PORT, HTTPS_PORT, PROXY, accepts


class HAProxy:
    """With the file of HAProxy; without root, thus on other ports and with fewer descriptors. Its log is its output."""

    name = "HAProxy"

    def __init__(self, machines):
        settings = machines.write(machines.directory / "haproxy.cfg", machines.deployment_file("haproxy", {
            "    chroot /var/lib/haproxy\n": "", "    user haproxy\n": "", "    group haproxy\n": "",
            "maxconn 12000": "maxconn 4000",
            "/run/haproxy/admin.sock": machines.make_directory("haproxy") / "admin.sock",
            "log /dev/log": "log stdout format raw", "bind :80": f"bind {PROXY}:{HTTP_PORT}",
            "bind :443": f"bind {PROXY}:{HTTPS_PORT}", "127.0.0.1:5432": f"{PROXY}:5432",
            "127.0.0.1:5433": f"{PROXY}:5433", "/etc/haproxy/certs/booths.example.pem": machines.certificate[2]}))
        self.process = machines.start("haproxy", ["/usr/sbin/haproxy", "-db", "-f", settings])
        self.process.wait_until(lambda: accepts(PROXY, HTTPS_PORT), 10, "open port")


class Nginx:
    """With the file of nginx, within the least main file."""

    name = "nginx"

    def __init__(self, machines):
        directory = machines.make_directory("nginx")
        certificate, key, _ = machines.certificate
        site = machines.write(directory / "site.conf", machines.deployment_file("nginx", {
            "/etc/ssl/booths.example.pem": certificate, "/etc/ssl/private/booths.example.key": key,
            "    listen [::]:80 default_server;\n": "", "    listen [::]:443 ssl http2 default_server;\n": "",
            "    listen [::]:443 ssl http2;\n": "", "listen 80": f"listen {PROXY}:{HTTP_PORT}",
            "listen 443": f"listen {PROXY}:{HTTPS_PORT}"}))
        temporary = "".join(
            f"{kind}_temp_path {directory}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        main = machines.write(directory / "nginx.conf", (
            f"daemon off; pid {directory}/pid; error_log stderr;\nevents {{}}\n"
            f"http {{\naccess_log off;\n{temporary}include {site};\n}}\n"))
        self.process = machines.start("nginx", ["/usr/sbin/nginx", "-c", main])
        self.process.wait_until(lambda: accepts(PROXY, HTTPS_PORT), 10, "open port")
