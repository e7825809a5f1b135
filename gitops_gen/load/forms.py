"""What a value with a pattern should look like, in words: nobody can write a value from a regular expression.

Keyed by the pattern as the models have it; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping

FORMS: Mapping[str, str] = {
    r"^https://[A-Za-z0-9.:\[\]-]+$": "an address such as https://api.prod.example:6443, without a path",
    r"^(\*\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$": (
        "a DNS name in lower case, such as github.com or *.github.com"
    ),
    r"^[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?$": "a port's name: at most 15 lower case letters, digits and '-'",
    r"^oci://[a-z0-9][a-z0-9._:/-]*$": "an address such as oci://registry.example/gpu/manifests, in lower case",
    r"^(oci|s3)://[A-Za-z0-9][A-Za-z0-9._:/@-]*$": (
        "an address such as oci://registry.example/models/base or s3://bucket/base"
    ),
    r"^/[A-Za-z0-9._~/-]{0,200}$": "a path of a URL such as /health",
    r"^[A-Za-z0-9_][A-Za-z0-9._/-]{0,250}$": (
        "a path in the store such as ml/vision/key; it begins with a letter, a digit or '_'"
    ),
    r"^[a-z0-9][a-z0-9.:-]*(/[a-z0-9][a-z0-9._-]*)*$": "a registry such as ghcr.io/acme, in lower case, without https://",
    r"^[A-Za-z0-9:._/-]{0,60}$": "a prefix such as oidc: of at most 60 letters, digits and : . _ / -",
    r"^[A-Z]{3}$": "a currency of three capitals such as EUR",
    r"^[-._a-zA-Z0-9]{1,253}$": "a key of letters, digits, '-', '_' and '.'",
    r"^[A-Za-z_][A-Za-z0-9_]{0,127}$": "a variable's name such as LOG_LEVEL: letters, digits and '_'",
    r"^[1-9][0-9]{0,5}$": 'a whole number in quotes, such as "2"',
    r"^[0-9]+(\.[0-9]+){1,3}([-+.][0-9A-Za-z.-]{1,40})?$": 'a version such as "1.4.2", without a v before it',
    r"^1\.[0-9]{2}$": 'a minor version such as "1.36", without a v before it or a patch level behind it',
    r"^[A-Za-z0-9][A-Za-z0-9@._:/+-]{0,127}$": "a group as the identity provider names it, without spaces",
    r"^@[A-Za-z0-9][A-Za-z0-9_.-]{0,38}(/[A-Za-z0-9][A-Za-z0-9_.-]{0,99})?$": (
        "an owner such as @acme/vision-leads or @alice"
    ),
    r"^(https|ssh)://[A-Za-z0-9@._:~%*-]+(/[A-Za-z0-9@._:~%*/-]*)?$": (
        "a URL such as https://git.example/platform.git or ssh://git@git.example/platform.git"
    ),
    r"^[a-z0-9][a-z0-9._:/-]{0,254}(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@sha256:[0-9a-f]{64})?$": (
        "an image such as ghcr.io/acme/train@sha256:…, its name in lower case"
    ),
    r"^/[A-Za-z0-9._/-]{1,200}$": "an absolute path such as /checkpoints",
    r"^[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)*$": (
        "a folder inside the repository such as generated; no part of it may begin with '.'"
    ),
    r"^[A-Za-z0-9][A-Za-z0-9._/-]{0,200}$": "a branch or tag such as main",
    r"^[A-Za-z0-9][A-Za-z0-9@:/._+=-]{0,250}$": "a role of the cloud such as arn:aws:iam::123456789012:role/trainer",
    r"^[1-7]g\.[0-9]{1,3}gb([+-][a-z.]{1,16})?$": "a MIG profile such as 1g.10gb",
    r"^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$": "a node's name in lower case, such as prod-gpu-07",
}
